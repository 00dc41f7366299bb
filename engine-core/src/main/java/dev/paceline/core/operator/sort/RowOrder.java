package dev.paceline.core.operator.sort;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import java.util.List;

/** Compares whole rows by all sort keys, for ties of {@link SortPrefix}. Immutable. */
public final class RowOrder {
  private final List<SortKey> keys;

  public RowOrder(List<SortKey> keys) {
    this.keys = keys;
  }

  /**
   * @param columns vectors by column number
   */
  public int compare(ColumnVector[] columns, int left, int right) {
    return compare(columns, left, columns, right);
  }

  /** Compares rows of different batches of the same types. */
  int compare(ColumnVector[] leftColumns, int left, ColumnVector[] rightColumns, int right) {
    for (SortKey key : keys) {
      ColumnVector leftColumn = leftColumns[key.column()];
      ColumnVector rightColumn = rightColumns[key.column()];
      boolean leftNull = leftColumn.isNull(left);
      boolean rightNull = rightColumn.isNull(right);
      if (leftNull || rightNull) {
        if (leftNull != rightNull) {
          return leftNull == key.nullsFirst() ? -1 : 1;
        }
        continue;
      }
      int order = compareValues(leftColumn, left, rightColumn, right);
      if (order != 0) {
        return key.descending() ? -order : order;
      }
    }
    return 0;
  }

  private static int compareValues(
      ColumnVector leftColumn, int left, ColumnVector rightColumn, int right) {
    return switch (leftColumn.type().family()) {
      case BOOLEAN -> Boolean.compare(leftColumn.getBoolean(left), rightColumn.getBoolean(right));
      case INTEGRAL -> {
        int high = Long.compare(leftColumn.getHigh(left), rightColumn.getHigh(right));
        if (high != 0) {
          yield high;
        }
        yield Long.compareUnsigned(leftColumn.getLong(left), rightColumn.getLong(right));
      }
      case FLOATING ->
          DoubleRange.compare(leftColumn.getDouble(left), rightColumn.getDouble(right));
      case BYTES ->
          Integer.signum(
              StringView.compare(
                  leftColumn.valueHeap(),
                  leftColumn.getView(left),
                  rightColumn.valueHeap(),
                  rightColumn.getView(right)));
    };
  }
}
