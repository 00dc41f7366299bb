package dev.paceline.calcite.subquery;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;

/**
 * {@code x < SOME (SELECT y …)}, and the like for other comparisons: one with the smallest and the
 * largest {@code y} decides. It is NULL if no {@code y} makes it true and one is NULL; it is false
 * if there is none. ALL is the negation of the opposite comparison.
 */
final class QuantifiedComparison {
  private final RexSubQuery subQuery;
  private final List<RexNode> summary;
  private final RexBuilder rexBuilder;

  /**
   * @param summary the columns of {@link #summary}
   */
  QuantifiedComparison(RexSubQuery subQuery, List<RexNode> summary, RexBuilder rexBuilder) {
    this.subQuery = subQuery;
    this.summary = summary;
    this.rexBuilder = rexBuilder;
  }

  /**
   * Returns a row with the smallest and the largest value, the number of rows, and the number of
   * values that are not NULL.
   */
  static RelNode summary(RexSubQuery subQuery, RelNode plan, RelBuilder builder) {
    builder.push(plan);
    RexNode value = builder.field(0);
    boolean smallest =
        comparison(subQuery) == SqlKind.GREATER_THAN
            || comparison(subQuery) == SqlKind.GREATER_THAN_OR_EQUAL;
    RelBuilder.AggCall first = smallest ? builder.min(value) : builder.max(value);
    RelBuilder.AggCall second =
        comparison(subQuery) == SqlKind.NOT_EQUALS ? builder.min(value) : first;
    return builder
        .aggregate(
            builder.groupKey(),
            first.as("bound"),
            second.as("other"),
            builder.countStar("rows"),
            builder.count(false, "present", value))
        .build();
  }

  static SqlKind comparison(RexSubQuery subQuery) {
    return ((SqlQuantifyOperator) subQuery.getOperator()).comparisonKind;
  }

  /** Whether the comparison is true; NULL or FALSE if not. */
  RexNode isTrue() {
    SqlOperator operator = RelOptUtil.op(comparison(subQuery), SqlStdOperatorTable.EQUALS);
    RexNode operand = subQuery.getOperands().getFirst();
    RexNode first = rexBuilder.makeCall(operator, operand, summary.get(0));
    return comparison(subQuery) == SqlKind.NOT_EQUALS
        ? rexBuilder.makeCall(
            SqlStdOperatorTable.OR, first, rexBuilder.makeCall(operator, operand, summary.get(1)))
        : first;
  }

  /** Returns TRUE, FALSE or NULL. */
  RexNode value() {
    RexNode rows = summary.get(2);
    RexNode present = summary.get(3);
    RexNode holds = isTrue();
    RexNode none =
        rexBuilder.makeCall(
            SqlStdOperatorTable.EQUALS,
            rows,
            rexBuilder.makeExactLiteral(BigDecimal.ZERO, rows.getType()));
    return rexBuilder.makeCall(
        SqlStdOperatorTable.CASE,
        none,
        rexBuilder.makeLiteral(false),
        rexBuilder.makeCall(SqlStdOperatorTable.IS_TRUE, holds),
        rexBuilder.makeLiteral(true),
        rexBuilder.makeCall(SqlStdOperatorTable.GREATER_THAN, rows, present),
        rexBuilder.makeNullLiteral(subQuery.getType()),
        holds);
  }
}
