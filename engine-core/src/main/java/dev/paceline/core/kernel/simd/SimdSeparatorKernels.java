package dev.paceline.core.kernel.simd;

import dev.paceline.core.kernel.separator.ScalarSeparatorKernels;
import dev.paceline.core.kernel.separator.SeparatorScan;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Compares 64 bytes with each special character. The last block is loaded as a whole too: the bytes
 * behind the text are readable, and their bits are ignored.
 */
public final class SimdSeparatorKernels extends ScalarSeparatorKernels implements SimdKernels {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final int LANES = BYTES.length();
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  private static final IntVector LANE_NUMBERS = IntVector.broadcast(INTS, 0).addIndex(1);

  /** Whether vectors of 16 ints can be compressed by one instruction. */
  private static final boolean WIDE = LANES * Byte.SIZE >= 512;

  @Override
  public void split(
      SeparatorScan scan, MemorySegment text, int to, MemorySegment positions, int capacity) {
    byte delimiter = scan.delimiter();
    byte quote = scan.quote();
    byte escape = scan.escape();
    boolean hasQuotes = scan.hasQuotes();
    boolean hasEscapes = scan.hasEscapes();
    while (scan.position() < to && hasRoom(scan, capacity)) {
      int at = scan.position();
      int length = Math.min(BLOCK_BYTES, to - at);
      long delimiters = 0;
      long lineFeeds = 0;
      long carriageReturns = 0;
      long quotes = 0;
      long escapes = 0;
      for (int lane = 0; lane < BLOCK_BYTES; lane += LANES) {
        ByteVector bytes = ByteVector.fromMemorySegment(BYTES, text, (long) at + lane, ORDER);
        delimiters |= bytes.eq(delimiter).toLong() << lane;
        lineFeeds |= bytes.eq((byte) '\n').toLong() << lane;
        carriageReturns |= bytes.eq((byte) '\r').toLong() << lane;
        if (hasQuotes) {
          quotes |= bytes.eq(quote).toLong() << lane;
        }
        if (hasEscapes) {
          escapes |= bytes.eq(escape).toLong() << lane;
        }
      }
      accept(
          scan,
          delimiters,
          lineFeeds,
          carriageReturns,
          quotes,
          escapes,
          length,
          carriageReturns != 0 && isLineFeed(text, at + length),
          positions);
    }
  }

  /** Compresses the positions of 16 bytes at a time, without a branch that depends on the text. */
  @Override
  protected void append(
      long separators, long ends, int position, MemorySegment positions, long at) {
    if (!WIDE) {
      super.append(separators, ends, position, positions, at);
      return;
    }
    long to = at;
    for (int from = 0; from < BLOCK_BYTES; from += INTS.length()) {
      int found = (int) (separators >>> from) & 0xffff;
      LANE_NUMBERS
          .add(position + from)
          .lanewise(
              VectorOperators.OR,
              SeparatorScan.RECORD_END,
              VectorMask.fromLong(INTS, ends >>> from & 0xffff))
          .compress(VectorMask.fromLong(INTS, found))
          .intoMemorySegment(positions, to, ORDER);
      to += (long) Integer.bitCount(found) << 2;
    }
  }

  @Override
  public void skip(SeparatorScan scan, MemorySegment text, int to) {
    byte quote = scan.quote();
    byte escape = scan.escape();
    boolean hasEscapes = scan.hasEscapes();
    while (scan.position() < to) {
      int at = scan.position();
      long quotes = 0;
      long escapes = 0;
      for (int lane = 0; lane < BLOCK_BYTES; lane += LANES) {
        ByteVector bytes = ByteVector.fromMemorySegment(BYTES, text, (long) at + lane, ORDER);
        quotes |= bytes.eq(quote).toLong() << lane;
        if (hasEscapes) {
          escapes |= bytes.eq(escape).toLong() << lane;
        }
      }
      acceptQuotes(scan, quotes, escapes, Math.min(BLOCK_BYTES, to - at));
    }
  }

  @Override
  public boolean hasNonAscii(MemorySegment text, int from, int to) {
    int at = from;
    for (; at + LANES <= to; at += LANES) {
      if (ByteVector.fromMemorySegment(BYTES, text, at, ORDER).lt((byte) 0).anyTrue()) {
        return true;
      }
    }
    return super.hasNonAscii(text, at, to);
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    MemorySegment text = batch.left();
    MemorySegment positions = batch.target();
    int capacity = ExerciseBatch.MAX_ROWS;
    SeparatorScan plain = new SeparatorScan((byte) ',', (byte) 0, (byte) 0);
    SeparatorScan quoted = new SeparatorScan((byte) ',', (byte) '"', (byte) '"');
    SeparatorScan escaped = new SeparatorScan((byte) ',', (byte) '"', (byte) '\\');
    return List.of(
        rows -> split(started(plain), text, rows * Long.BYTES, positions, capacity),
        rows -> split(started(quoted), text, rows * Long.BYTES, positions, capacity),
        rows -> split(started(escaped), text, rows * Long.BYTES, positions, capacity),
        rows -> skip(started(quoted), text, rows * Long.BYTES),
        rows -> hasNonAscii(batch.bitmaps(), 0, rows / Byte.SIZE));
  }

  private static SeparatorScan started(SeparatorScan scan) {
    scan.start(0, false, false);
    return scan;
  }
}
