package dev.paceline.storage.encoding.filter;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntPredicate;

/**
 * Tests one row after the other, those only that are still wanted.
 *
 * @param test of a row of the block
 */
public record RowFilter(IntPredicate test) implements ValueFilter {
  @Override
  public boolean takesRowByRow() {
    return true;
  }

  @Override
  public void narrow(int fromRow, int rowCount, MemorySegment bitmap) {
    for (int row = 0; row < rowCount; row += 64) {
      long at = (long) row >>> 3;
      long word = bitmap.get(ValueLayout.JAVA_LONG, at);
      if (rowCount - row < 64) {
        word &= (1L << rowCount) - 1;
      }
      for (long rest = word; rest != 0; rest &= rest - 1) {
        int bit = Long.numberOfTrailingZeros(rest);
        if (!test.test(fromRow + row + bit)) {
          word &= ~(1L << bit);
        }
      }
      bitmap.set(ValueLayout.JAVA_LONG, at, word);
    }
  }
}
