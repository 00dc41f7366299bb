package dev.paceline.benchmarks.bounds;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Tests whether codes lie in a range, 64 rows at a time, as a mask with bit i for row i. One class
 * for each width, so that a query's loop has no decision in it.
 */
final class RowMask {
  /** Rows of a mask. */
  static final int ROWS = 64;

  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private RowMask() {}

  /**
   * Adds the rows of a mask to a list. Whoever reads codes at the rows of a list, instead of while
   * it looks for them, has several cache misses at once.
   *
   * @param row of bit 0
   * @param count rows in the list so far
   * @return rows in it then
   */
  static int collect(long mask, int row, int[] hits, int count) {
    int next = count;
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      hits[next++] = row + Long.numberOfTrailingZeros(rest);
    }
    return next;
  }

  /** Codes of one byte. */
  static final class Bytes {
    private final MemorySegment segment;
    private final long offset;
    private final int low;
    private final int span;

    /**
     * @param least the smallest value that passes; codes of a dictionary, of which -1 is none
     * @param greatest the largest value that passes
     */
    Bytes(Codes codes, long least, long greatest) {
      Codes bytes = codes.atWidth(1);
      segment = bytes.segment();
      offset = bytes.offset();
      CodeRange range = CodeRange.of(bytes, least, greatest);
      low = (int) range.low();
      span = (int) range.span();
    }

    /**
     * @param count of rows, up to 64
     */
    long of(int row, int count) {
      if (span < 0) {
        return 0;
      }
      if (count < ROWS) {
        return slowly(row, count);
      }
      long mask = 0;
      for (int i = 0; i < ROWS; i += BYTES.length()) {
        long lanes =
            ByteVector.fromMemorySegment(BYTES, segment, offset + row + i, ORDER)
                .sub((byte) low)
                .compare(VectorOperators.ULE, (byte) span)
                .toLong();
        mask |= lanes << i;
      }
      return mask;
    }

    private long slowly(int row, int count) {
      long mask = 0;
      for (int i = 0; i < count; i++) {
        int code = segment.get(ValueLayout.JAVA_BYTE, offset + row + i) & 0xff;
        mask |= code >= low && code - low <= span ? 1L << i : 0;
      }
      return mask;
    }
  }

  /** Codes of two bytes. */
  static final class Shorts {
    private final MemorySegment segment;
    private final long offset;
    private final int low;
    private final int span;

    /**
     * @param least the smallest value that passes; codes of a dictionary, of which -1 is none
     * @param greatest the largest value that passes
     */
    Shorts(Codes codes, long least, long greatest) {
      Codes shorts = codes.atWidth(2);
      segment = shorts.segment();
      offset = shorts.offset();
      CodeRange range = CodeRange.of(shorts, least, greatest);
      low = (int) range.low();
      span = (int) range.span();
    }

    /**
     * @param count of rows, up to 64
     */
    long of(int row, int count) {
      if (span < 0) {
        return 0;
      }
      if (count < ROWS) {
        return slowly(row, count);
      }
      long mask = 0;
      for (int i = 0; i < ROWS; i += SHORTS.length()) {
        long lanes =
            ShortVector.fromMemorySegment(SHORTS, segment, offset + ((long) (row + i) << 1), ORDER)
                .sub((short) low)
                .compare(VectorOperators.ULE, (short) span)
                .toLong();
        mask |= lanes << i;
      }
      return mask;
    }

    private long slowly(int row, int count) {
      long mask = 0;
      for (int i = 0; i < count; i++) {
        int code = segment.get(ValueLayout.JAVA_SHORT, offset + ((long) (row + i) << 1)) & 0xffff;
        mask |= code >= low && code - low <= span ? 1L << i : 0;
      }
      return mask;
    }
  }

  /**
   * The codes of the values in a range.
   *
   * @param span of the last code behind the first one; -1 if there is none
   */
  private record CodeRange(long low, long span) {
    private static final CodeRange NONE = new CodeRange(0, -1);

    static CodeRange of(Codes codes, long least, long greatest) {
      if (!codes.entries().isEmpty()) {
        return least < 0 ? NONE : new CodeRange(least, greatest - least);
      }
      long from = Math.max(least, codes.min());
      long to = Math.min(greatest, codes.max());
      long low = Math.ceilDiv(from - codes.base(), codes.multiplier());
      long high = Math.floorDiv(to - codes.base(), codes.multiplier());
      return low <= high ? new CodeRange(low, high - low) : NONE;
    }
  }
}
