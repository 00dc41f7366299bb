package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.operator.row.RowStore;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Stored rows in the order of partitions and order keys. A position is a place in that order, a row
 * is a number in the store.
 *
 * @param order 32-bit row numbers by position; null if positions are row numbers
 */
record SortedRows(RowStore store, @Nullable MemorySegment order) {
  int count() {
    return store.rowCount();
  }

  int row(int position) {
    return order == null ? position : order.get(JAVA_INT, (long) position << 2);
  }

  /**
   * Makes {@code out} the values of consecutive positions.
   *
   * @param capacity the most rows that the vector is used for
   */
  void read(int column, int from, int count, ColumnVector out, int capacity) {
    if (order == null) {
      store.window(column, from, count, out);
    } else {
      store.gather(column, order.asSlice((long) from << 2), count, out, capacity);
    }
  }
}
