package dev.paceline.storage.encoding.filter;

import dev.paceline.core.kernel.StringKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Tests strings that are encoded one behind the other, a byte a code: those only that have one of
 * some codes, which vectors find in 64 rows at once. Holds scratch; one thread at a time.
 */
public final class AnchorFilter implements ValueFilter {
  /** The number of rows out of 64 below which each row is tested. */
  private static final int FEW_ROWS = 8;

  private final MemorySegment segment;
  private final long codes;
  private final IntUnaryOperator start;
  private final byte[] anchors;
  private final boolean without;
  private final IntPredicate test;
  private long[] marks = new long[64];

  /**
   * @param codes where the codes of row 0 start in the segment
   * @param start of a row behind that
   * @param anchors as {@link StringKernels#mark} wants them
   * @param without whether rows match that have none of them
   * @param test of a row that has
   */
  public AnchorFilter(
      MemorySegment segment,
      long codes,
      IntUnaryOperator start,
      byte[] anchors,
      boolean without,
      IntPredicate test) {
    this.segment = segment;
    this.codes = codes;
    this.start = start;
    this.anchors = anchors;
    this.without = without;
    this.test = test;
  }

  @Override
  public boolean takesRowByRow() {
    return true;
  }

  @Override
  public void narrow(int fromRow, int rowCount, MemorySegment bitmap) {
    for (int row = 0; row < rowCount; row += Long.SIZE) {
      long at = (long) row >>> 3;
      int rows = Math.min(Long.SIZE, rowCount - row);
      long wanted = bitmap.get(ValueLayout.JAVA_LONG, at) & -1L >>> -rows;
      if (wanted != 0) {
        long candidates =
            Long.bitCount(wanted) < FEW_ROWS ? wanted : wanted & anchored(fromRow + row, rows);
        long others = without ? wanted & ~candidates : 0;
        wanted = others | matches(fromRow + row, candidates);
      }
      bitmap.set(ValueLayout.JAVA_LONG, at, wanted);
    }
  }

  private long matches(int first, long candidates) {
    long matches = 0;
    for (long rest = candidates; rest != 0; rest &= rest - 1) {
      int row = Long.numberOfTrailingZeros(rest);
      if (test.test(first + row)) {
        matches |= 1L << row;
      }
    }
    return matches;
  }

  /** The rows, 64 at most, that have an anchor. */
  private long anchored(int first, int rows) {
    int from = start.applyAsInt(first);
    int length = start.applyAsInt(first + rows) - from;
    int words = (length + Long.SIZE - 1) / Long.SIZE;
    if (marks.length < words) {
      marks = new long[2 * words];
    }
    StringKernels.current().mark(segment, codes + from, length, anchors, marks);
    long anchored = 0;
    int row = 0;
    int end = start.applyAsInt(first + 1) - from;
    for (int word = 0; word < words; word++) {
      for (long rest = marks[word]; rest != 0; rest &= rest - 1) {
        int at = word * Long.SIZE + Long.numberOfTrailingZeros(rest);
        while (end <= at) {
          row++;
          end = start.applyAsInt(first + row + 1) - from;
        }
        anchored |= 1L << row;
      }
    }
    return anchored;
  }
}
