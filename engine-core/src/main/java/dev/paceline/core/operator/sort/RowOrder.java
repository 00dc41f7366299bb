package dev.paceline.core.operator.sort;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.exec.ColumnPredicate.DoubleRange;
import dev.paceline.core.plan.SortKey;
import java.util.List;

/** Compares whole rows by all sort keys, for ties of {@link SortPrefix}. Immutable. */
final class RowOrder {
  private final List<SortKey> keys;

  RowOrder(List<SortKey> keys) {
    this.keys = keys;
  }

  /**
   * @param columns vectors by column number
   */
  int compare(ColumnVector[] columns, int left, int right) {
    for (SortKey key : keys) {
      ColumnVector column = columns[key.column()];
      boolean leftNull = column.isNull(left);
      boolean rightNull = column.isNull(right);
      if (leftNull || rightNull) {
        if (leftNull != rightNull) {
          return leftNull == key.nullsFirst() ? -1 : 1;
        }
        continue;
      }
      int order = compareValues(column, left, right);
      if (order != 0) {
        return key.descending() ? -order : order;
      }
    }
    return 0;
  }

  private static int compareValues(ColumnVector column, int left, int right) {
    return switch (column.type().family()) {
      case BOOLEAN -> Boolean.compare(column.getBoolean(left), column.getBoolean(right));
      case INTEGRAL -> {
        int high = Long.compare(column.getHigh(left), column.getHigh(right));
        if (high != 0) {
          yield high;
        }
        yield Long.compareUnsigned(column.getLong(left), column.getLong(right));
      }
      case FLOATING -> DoubleRange.compare(column.getDouble(left), column.getDouble(right));
      case BYTES ->
          Integer.signum(
              StringView.compare(
                  column.valueHeap(),
                  column.getView(left),
                  column.valueHeap(),
                  column.getView(right)));
    };
  }
}
