package dev.paceline.core.kernel.simd;

import dev.paceline.core.kernel.UnpackKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link UnpackKernels} on the Vector API: a vector of longs for all widths, because masks undo
 * what shifts carry from lane to lane, and sums do not overflow.
 */
public final class SimdUnpackKernels extends UnpackKernels implements SimdKernels {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;

  /** Public for the look-up by name. */
  public SimdUnpackKernels() {}

  @Override
  public void unpack(
      MemorySegment source,
      long from,
      int rows,
      int width,
      int bits,
      long base,
      boolean sums,
      MemorySegment target,
      long to) {
    for (int column = 0; column < ROW_BYTES; column += LONGS.vectorByteSize()) {
      unpackColumns(source, from + column, rows, width, bits, base, sums, target, to + column);
    }
  }

  private static void unpackColumns(
      MemorySegment source,
      long from,
      int rows,
      int width,
      int bits,
      long base,
      boolean sums,
      MemorySegment target,
      long to) {
    int laneBits = Byte.SIZE * width;
    long mask = mask(bits, width);
    LongVector bases = LongVector.broadcast(LONGS, inLanes(base, width));
    long kept = sums ? -1 : 0;
    LongVector above = sums ? load(target, to - ROW_BYTES) : LongVector.zero(LONGS);
    LongVector word = LongVector.zero(LONGS);
    long in = from;
    int shift = bits == 0 ? 0 : laneBits;
    for (int row = 0; row < rows; row++) {
      if (shift == laneBits) {
        word = load(source, in);
        in += ROW_BYTES;
        shift = 0;
      }
      int rest = laneBits - shift;
      LongVector lanes = word.lanewise(VectorOperators.LSHR, shift);
      if (bits <= rest) {
        lanes = lanes.and(mask);
        shift += bits;
      } else {
        word = load(source, in);
        in += ROW_BYTES;
        shift = bits - rest;
        lanes =
            lanes
                .and(mask(rest, width))
                .or(word.and(mask(shift, width)).lanewise(VectorOperators.LSHL, rest));
      }
      above = above.and(kept).add(lanes).add(bases);
      above.intoMemorySegment(target, to + (long) row * ROW_BYTES, ORDER);
    }
  }

  private static LongVector load(MemorySegment segment, long at) {
    return LongVector.fromMemorySegment(LONGS, segment, at, ORDER);
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    MemorySegment packed = batch.left();
    MemorySegment target = batch.target();
    // A row of 64 bytes has several lanes; frames are shorter than batches.
    return List.of(
        rows -> unpack(packed, 0, rows >>> 3, 1, 5, 3, false, target, ROW_BYTES),
        rows -> unpack(packed, 0, rows >>> 3, 4, 13, 3, (rows & 1) == 0, target, ROW_BYTES),
        rows -> unpack(packed, 0, rows >>> 3, 8, 0, 3, true, target, ROW_BYTES));
  }
}
