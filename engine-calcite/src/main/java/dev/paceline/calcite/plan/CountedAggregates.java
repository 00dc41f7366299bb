package dev.paceline.calcite.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.Util;

/**
 * Adds a count of rows to aggregates without GROUP BY below {@code FROM a, LATERAL (…)}. Such an
 * aggregate gives a row also where it has no input. Calcite's {@link
 * org.apache.calcite.sql2rel.TopDownGeneralDecorrelator} makes an aggregate with groups of it,
 * which gives none, and restores the missing rows by an outer join, but only if the aggregate has a
 * COUNT. Outer correlations ({@code LEFT JOIN LATERAL}, scalar sub-queries) keep these rows anyway.
 */
final class CountedAggregates extends RelHomogeneousShuttle {
  private final RelBuilder builder;
  private int innerCorrelations;

  private CountedAggregates(RelBuilder builder) {
    this.builder = builder;
  }

  /**
   * Returns an expression with the same rows; the expression itself if nothing is to be counted.
   */
  static RelNode in(RelNode rel, RelBuilder builder) {
    return rel.accept(new CountedAggregates(builder));
  }

  @Override
  public RelNode visit(RelNode other) {
    if (other instanceof Correlate correlate && correlate.getJoinType() == JoinRelType.INNER) {
      RelNode left = correlate.getLeft().accept(this);
      innerCorrelations++;
      RelNode right = correlate.getRight().accept(this);
      innerCorrelations--;
      return left.equals(correlate.getLeft()) && right.equals(correlate.getRight())
          ? correlate
          : correlate.copy(correlate.getTraitSet(), List.of(left, right));
    }
    RelNode visited = super.visit(other);
    return innerCorrelations > 0 && visited instanceof Aggregate aggregate && isUncounted(aggregate)
        ? counted(aggregate)
        : visited;
  }

  private static boolean isUncounted(Aggregate aggregate) {
    return aggregate.getGroupSet().isEmpty()
        && aggregate.getGroupType() == Aggregate.Group.SIMPLE
        && aggregate.getAggCallList().stream()
            .noneMatch(call -> call.getAggregation().getKind() == SqlKind.COUNT);
  }

  private RelNode counted(Aggregate aggregate) {
    List<AggregateCall> calls = new ArrayList<>(aggregate.getAggCallList());
    calls.add(
        AggregateCall.create(
            SqlParserPos.ZERO,
            SqlStdOperatorTable.COUNT,
            false,
            false,
            false,
            List.of(),
            List.of(),
            -1,
            null,
            RelCollations.EMPTY,
            true,
            aggregate.getInput(),
            null,
            null));
    RelNode more =
        aggregate.copy(
            aggregate.getTraitSet(),
            aggregate.getInput(),
            aggregate.getGroupSet(),
            aggregate.getGroupSets(),
            calls);
    builder.push(more);
    return builder
        .project(
            builder.fields(Util.range(aggregate.getRowType().getFieldCount())),
            aggregate.getRowType().getFieldNames(),
            true)
        .build();
  }
}
