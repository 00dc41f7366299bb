package dev.paceline.core.operator.join;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.condition.Comparison;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of a left column with a right one, both whole numbers, that is tested pair by pair
 * while the pairs are found: the right value is read where it lies in the store, and what it must
 * be is computed once a left row. One worker uses it.
 */
public final class PairComparison {
  private final ComparisonOperator operator;
  private final int leftColumn;
  private final boolean negated;
  private final MemorySegment data;
  private final int width;
  private final long base;
  private final long min;
  private final long max;

  /** A lane that no right row has. */
  private final long absent;

  /** The smallest lane that matches each left row. */
  private final MemorySegment lows;

  /** The largest lane that matches each left row, minus the smallest. */
  private final MemorySegment spans;

  /**
   * A condition of which one conjunct is tested that way.
   *
   * @param comparison null if there is none of that kind
   * @param rest the other conjuncts; null for none
   */
  public record Split(@Nullable PairComparison comparison, @Nullable Expression rest) {}

  private PairComparison(
      ComparisonOperator operator, int leftColumn, ColumnVector right, WorkerContext context) {
    this.operator = operator;
    this.leftColumn = leftColumn;
    negated = operator == ComparisonOperator.NOT_EQUAL;
    data = right.data();
    width = right.width();
    base = right.base();
    min = right.min();
    max = right.max();
    absent = max < Long.MAX_VALUE ? max + 1 - base : min - 1 - base;
    lows = context.memory().allocate(8L * context.batchRows());
    spans = context.memory().allocate(8L * context.batchRows());
  }

  /** Looks for such a comparison in the condition of a join whose right rows are complete. */
  public static Split split(
      JoinShape shape, JoinColumns columns, RowStore store, WorkerContext context) {
    PairComparison found = null;
    List<Expression> others = new ArrayList<>();
    for (Expression conjunct : Conjuncts.of(shape.condition())) {
      PairComparison comparison =
          found == null && conjunct instanceof Comparison candidate
              ? of(candidate, shape, columns, store, context)
              : null;
      if (comparison == null) {
        others.add(conjunct);
      } else {
        found = comparison;
      }
    }
    return new Split(found, Conjuncts.and(others));
  }

  private static @Nullable PairComparison of(
      Comparison comparison,
      JoinShape shape,
      JoinColumns columns,
      RowStore store,
      WorkerContext context) {
    int leftCount = shape.leftTypes().size();
    int first = comparison.operands().get(0).columnIndex();
    int second = comparison.operands().get(1).columnIndex();
    boolean inOrder = first >= 0 && first < leftCount && second >= leftCount;
    boolean mirrored = second >= 0 && second < leftCount && first >= leftCount;
    if (!inOrder && !mirrored || !isLong(comparison.operands().getFirst())) {
      return null;
    }
    ColumnVector right = store.column(columns.stored((inOrder ? second : first) - leftCount));
    if (right.isConstant()
        || right.width() > Long.BYTES
        || right.mayHaveNulls()
        || !right.hasBounds()
        || right.multiplier() != 1
        || right.min() == Long.MIN_VALUE && right.max() == Long.MAX_VALUE) {
      return null;
    }
    return inOrder
        ? new PairComparison(comparison.operator(), first, right, context)
        : new PairComparison(comparison.operator().mirrored(), second, right, context);
  }

  private static boolean isLong(Expression operand) {
    return operand.type().family() == TypeFamily.INTEGRAL && operand.type().fitsLong();
  }

  /** Computes for each row of a batch what its partners have. */
  public void prepare(Batch left) {
    ColumnVector values = left.column(leftColumn);
    int count = left.rowCount();
    boolean mayHaveNulls = values.mayHaveNulls();
    for (int row = 0; row < count; row++) {
      long low = min;
      long high = max;
      boolean none = false;
      if (mayHaveNulls && values.isNull(row)) {
        // Nothing matches: no lane does, or none but those that exist.
        none = !negated;
      } else {
        long value = values.getLong(row);
        switch (operator) {
          case LESS -> {
            none = value == Long.MAX_VALUE;
            low = Math.max(low, value + 1);
          }
          case LESS_OR_EQUAL -> low = Math.max(low, value);
          case GREATER -> {
            none = value == Long.MIN_VALUE;
            high = Math.min(high, value - 1);
          }
          case GREATER_OR_EQUAL -> high = Math.min(high, value);
          case EQUAL, NOT_EQUAL -> {
            low = Math.max(low, value);
            high = Math.min(high, value);
          }
        }
      }
      none |= low > high;
      lows.set(ValueLayout.JAVA_LONG, (long) row << 3, none ? absent : low - base);
      spans.set(ValueLayout.JAVA_LONG, (long) row << 3, none ? 0 : high - low);
    }
  }

  /** Whether a left row of the prepared batch and a right row satisfy the comparison. */
  public boolean test(int position, int row) {
    long distance = lane(row) - lows.get(ValueLayout.JAVA_LONG, (long) position << 3);
    long span = spans.get(ValueLayout.JAVA_LONG, (long) position << 3);
    return Long.compareUnsigned(distance, span) <= 0 != negated;
  }

  private long lane(int row) {
    return switch (width) {
      case 1 -> data.get(ValueLayout.JAVA_BYTE, row) & 0xffL;
      case 2 -> data.get(ValueLayout.JAVA_SHORT, (long) row << 1) & 0xffffL;
      case 4 -> data.get(ValueLayout.JAVA_INT, (long) row << 2) & 0xffff_ffffL;
      default -> data.get(ValueLayout.JAVA_LONG, (long) row << 3);
    };
  }
}
