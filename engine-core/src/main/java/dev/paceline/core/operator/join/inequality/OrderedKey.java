package dev.paceline.core.operator.join.inequality;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.type.DoubleOrder;
import dev.paceline.core.type.TypeFamily;

/**
 * Turns a comparison {@code left operator right} by order into {@code key(right) ≥ bound(left)} of
 * signed longs: keys are in the order of the values, or in the opposite one.
 */
final class OrderedKey {
  private final boolean ascending;
  private final boolean strict;

  OrderedKey(ComparisonOperator operator) {
    ascending = operator == ComparisonOperator.LESS || operator == ComparisonOperator.LESS_OR_EQUAL;
    strict = operator == ComparisonOperator.LESS || operator == ComparisonOperator.GREATER;
  }

  /** The key of a right value that is not NULL. */
  long key(ColumnVector values, int row) {
    long key = ordered(values, row);
    return ascending ? key : ~key;
  }

  /**
   * The smallest key that satisfies the comparison with a left value that is not NULL; {@link
   * #hasBound} must hold.
   */
  long bound(ColumnVector values, int row) {
    long bound = key(values, row);
    return strict ? bound + 1 : bound;
  }

  /** Whether any key can satisfy the comparison with a left value. */
  boolean hasBound(ColumnVector values, int row) {
    return !values.isNull(row) && !(strict && key(values, row) == Long.MAX_VALUE);
  }

  /** A long in the order of the value; of doubles with -0.0 = 0.0 and NaN = NaN at the end. */
  private static long ordered(ColumnVector values, int row) {
    if (values.type().family() == TypeFamily.INTEGRAL) {
      return values.getLong(row);
    }
    return DoubleOrder.encode(values.getDouble(row));
  }
}
