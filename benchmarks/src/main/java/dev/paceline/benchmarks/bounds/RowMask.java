package dev.paceline.benchmarks.bounds;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Tests whether codes lie in a range, 64 rows at a time, as a mask with bit i for row i. There is
 * one class per width, so that the loop of a query has no decision in it.
 */
abstract class RowMask {
  /** Rows of a mask. */
  static final int ROWS = 64;

  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private final Codes codes;
  private final int low;
  private final int span;

  /**
   * Tests for a range of values, or of codes of a dictionary, of which -1 is none.
   *
   * @param least the first value of the range
   * @param greatest the last one
   */
  private RowMask(Codes codes, long least, long greatest) {
    this.codes = codes;
    long first = least;
    long last = greatest;
    if (codes.entries().isEmpty()) {
      long base = codes.base();
      first = Math.max(0, Math.ceilDiv(Math.max(least, codes.min()) - base, codes.multiplier()));
      last = Math.floorDiv(Math.min(greatest, codes.max()) - base, codes.multiplier());
    }
    boolean isEmpty = first < 0 || first > last;
    low = isEmpty ? 0 : (int) first;
    span = isEmpty ? -1 : (int) (last - first);
  }

  /** Returns the mask of whole {@link #ROWS} rows. */
  abstract long full(int row);

  /**
   * Returns the mask of some rows.
   *
   * @param count of rows, up to {@link #ROWS}
   */
  final long of(int row, int count) {
    if (span < 0) {
      return 0;
    }
    if (count == ROWS) {
      return full(row);
    }
    long mask = 0;
    for (int i = 0; i < count; i++) {
      long code = codes.code(row + i);
      mask |= code >= low && code - low <= span ? 1L << i : 0;
    }
    return mask;
  }

  /**
   * Adds the rows of a mask to a list. A loop that reads codes at the rows of a list has several
   * cache misses at once, which a loop that also looks for the rows has not.
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
  static final class Bytes extends RowMask {
    private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_PREFERRED;

    private final MemorySegment segment;
    private final long offset;
    private final byte first;
    private final byte length;

    Bytes(Codes codes, long least, long greatest) {
      super(codes.atWidth(1), least, greatest);
      segment = super.codes.segment();
      offset = super.codes.offset();
      first = (byte) super.low;
      length = (byte) super.span;
    }

    /** Tests for one string of a dictionary. */
    Bytes(Codes codes, String entry) {
      this(codes, codes.entries().indexOf(entry), codes.entries().indexOf(entry));
    }

    @Override
    long full(int row) {
      long mask = 0;
      for (int i = 0; i < ROWS; i += SPECIES.length()) {
        long lanes =
            ByteVector.fromMemorySegment(SPECIES, segment, offset + row + i, ORDER)
                .sub(first)
                .compare(VectorOperators.ULE, length)
                .toLong();
        mask |= lanes << i;
      }
      return mask;
    }
  }

  /** Codes of two bytes. */
  static final class Shorts extends RowMask {
    private static final VectorSpecies<Short> SPECIES = ShortVector.SPECIES_PREFERRED;

    private final MemorySegment segment;
    private final long offset;
    private final short first;
    private final short length;

    Shorts(Codes codes, long least, long greatest) {
      super(codes.atWidth(2), least, greatest);
      segment = super.codes.segment();
      offset = super.codes.offset();
      first = (short) super.low;
      length = (short) super.span;
    }

    @Override
    long full(int row) {
      long mask = 0;
      for (int i = 0; i < ROWS; i += SPECIES.length()) {
        long lanes =
            ShortVector.fromMemorySegment(SPECIES, segment, offset + 2L * (row + i), ORDER)
                .sub(first)
                .compare(VectorOperators.ULE, length)
                .toLong();
        mask |= lanes << i;
      }
      return mask;
    }
  }
}
