package dev.paceline.benchmarks.bounds;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.CompareKernels;
import dev.paceline.core.scan.ChunkFilter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The rows of a row group that a query looks at, a bit each: all rows at first, and fewer with each
 * condition. The engine's kernels test conditions on codes.
 */
final class RowBits {
  /** Rows of a word. */
  static final int WORD_ROWS = 64;

  private final MemorySegment bitmap;
  private final int rows;

  /** Creates a set of all rows. */
  RowBits(BlockReader reader, int rows) {
    this.bitmap = reader.scratch(Bitmaps.bytes(rows));
    this.rows = rows;
    Bitmaps.fill(bitmap, 0, rows);
  }

  /** Keeps the rows whose numbers are in a range, both bounds included. */
  RowBits between(Codes codes, long least, long greatest) {
    BlockProperty.require(
        codes.width() < Long.BYTES, "codes of at most 4 bytes for " + codes.column());
    long low = Math.max(least, codes.min()) - codes.base();
    long high = Math.min(greatest, codes.max()) - codes.base();
    return narrow(
        codes,
        Math.max(0, Math.ceilDiv(low, codes.multiplier())),
        Math.floorDiv(high, codes.multiplier()));
  }

  /** Keeps the rows that have a string of a dictionary. */
  RowBits equal(Codes codes, String string) {
    int code = codes.entries().indexOf(string);
    return narrow(codes, code, code);
  }

  /**
   * Keeps the rows with codes in a range.
   *
   * @param first the smallest code; none is negative
   */
  private RowBits narrow(Codes codes, long first, long last) {
    boolean isConstant = codes.width() == 0;
    if (first < 0 || first > last || isConstant && first > 0) {
      Bitmaps.zero(bitmap, 0, rows);
    } else if (!isConstant) {
      CompareKernels.fastest()
          .narrow(codes.segment(), codes.offset(), codes.width(), rows, first, last, bitmap);
    }
    return this;
  }

  /** Keeps the rows that match a filter of a block. */
  RowBits matching(ChunkFilter filter) {
    switch (filter.outcome()) {
      case NONE_MATCH -> Bitmaps.zero(bitmap, 0, rows);
      case SOME_MATCH -> filter.narrow(0, rows, bitmap);
      case ALL_MATCH -> {
        // keeps all
      }
    }
    return this;
  }

  /** Adds the rows of another set over the same row group. */
  RowBits or(RowBits other) {
    for (int row = 0; row < rows; row += WORD_ROWS) {
      bitmap.set(ValueLayout.JAVA_LONG, row / Byte.SIZE, word(row) | other.word(row));
    }
    return this;
  }

  /**
   * Returns the bits of some rows.
   *
   * @param row the row of bit 0, a multiple of {@link #WORD_ROWS}
   */
  long word(int row) {
    return bitmap.get(ValueLayout.JAVA_LONG, row / Byte.SIZE);
  }

  /**
   * Lists the rows. A loop that reads codes at the rows of a list has several cache misses at once,
   * which a loop that also looks for the rows has not.
   *
   * @param into as many elements as there are rows
   * @return how many there are
   */
  int collect(int[] into) {
    int count = 0;
    for (int row = 0; row < rows; row += WORD_ROWS) {
      for (long rest = word(row); rest != 0; rest &= rest - 1) {
        into[count++] = row + Long.numberOfTrailingZeros(rest);
      }
    }
    return count;
  }
}
