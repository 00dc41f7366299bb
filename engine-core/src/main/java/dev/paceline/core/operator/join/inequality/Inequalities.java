package dev.paceline.core.operator.join.inequality;

import dev.paceline.core.expr.condition.Comparison;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.operator.ColumnReferences;
import dev.paceline.core.operator.join.Conjuncts;
import dev.paceline.core.operator.join.JoinShape;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a join taken apart, so that sorting the right rows helps: one or two comparisons
 * by order of a number of the left row with a number of the right row, and what must hold beside.
 *
 * @param comparisons one or two
 * @param residual over left ++ right columns; null for nothing
 */
record Inequalities(List<Inequality> comparisons, @Nullable Expression residual) {
  /** Sorted right rows are found by the first comparison, and searched by the second. */
  private static final int MOST = 2;

  /**
   * {@code left operator right}, where the operator is a comparison by order.
   *
   * @param left reads left columns only
   * @param right reads right columns only, which count from the last left one
   */
  record Inequality(Expression left, ComparisonOperator operator, Expression right) {}

  /**
   * @return null if the condition has no comparison of that kind, or the type of the join delivers
   *     right rows without a partner
   */
  static @Nullable Inequalities of(JoinShape shape) {
    Expression condition = shape.condition();
    if (condition == null) {
      return null;
    }
    switch (shape.type()) {
      case INNER, LEFT, SEMI, ANTI -> {}
      default -> {
        return null;
      }
    }
    List<Inequality> comparisons = new ArrayList<>();
    List<Expression> others = new ArrayList<>();
    for (Expression conjunct : Conjuncts.of(condition)) {
      Inequality inequality =
          comparisons.size() < MOST ? inequality(conjunct, shape.leftTypes().size()) : null;
      if (inequality == null) {
        others.add(conjunct);
      } else {
        comparisons.add(inequality);
      }
    }
    if (comparisons.isEmpty()) {
      return null;
    }
    return new Inequalities(comparisons, Conjuncts.and(others));
  }

  private static @Nullable Inequality inequality(Expression conjunct, int leftCount) {
    if (!(conjunct instanceof Comparison comparison) || !isByOrder(comparison.operator())) {
      return null;
    }
    Expression first = comparison.operands().get(0);
    Expression second = comparison.operands().get(1);
    if (!isNumber(first.type()) || !isNumber(second.type())) {
      return null;
    }
    if (readsOnly(first, 0, leftCount) && readsOnly(second, leftCount, Integer.MAX_VALUE)) {
      return new Inequality(first, comparison.operator(), second);
    }
    if (readsOnly(second, 0, leftCount) && readsOnly(first, leftCount, Integer.MAX_VALUE)) {
      return new Inequality(second, comparison.operator().mirrored(), first);
    }
    return null;
  }

  private static boolean isByOrder(ComparisonOperator operator) {
    return operator != ComparisonOperator.EQUAL && operator != ComparisonOperator.NOT_EQUAL;
  }

  private static boolean isNumber(DataType type) {
    return type.family() == TypeFamily.FLOATING
        || type.family() == TypeFamily.INTEGRAL && type.fitsLong();
  }

  private static boolean readsOnly(Expression expression, int from, int to) {
    int[] columns = ColumnReferences.of(expression);
    return columns.length > 0 && columns[0] >= from && columns[columns.length - 1] < to;
  }
}
