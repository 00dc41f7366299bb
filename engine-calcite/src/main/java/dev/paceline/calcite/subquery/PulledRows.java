package dev.paceline.calcite.subquery;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * A sub-query whose conditions on outer rows stand above it, where they can be conditions of a
 * join.
 *
 * @param rows do not depend on the outer rows
 * @param columns of the sub-query, as expressions over the rows
 * @param conditions over the rows and the outer columns; not empty
 */
record PulledRows(RelNode rows, List<RexNode> columns, List<RexNode> conditions) {
  /** Returns null if the sub-query depends on outer rows in another way, or not at all. */
  static @Nullable PulledRows of(RelNode subQuery, OuterRows outer) {
    PulledRows pulled = pull(subQuery, outer);
    return pulled.conditions.isEmpty() || outer.usedIn(pulled.rows) != null ? null : pulled;
  }

  private static PulledRows pull(RelNode rel, OuterRows outer) {
    if (rel instanceof Project project
        && !project.containsOver()
        && project.getProjects().stream().allMatch(RexUtil::isDeterministic)) {
      PulledRows input = pull(project.getInput(), outer);
      return new PulledRows(
          input.rows, project.getProjects().stream().map(input::over).toList(), input.conditions);
    }
    if (rel instanceof Filter filter && RexUtil.isDeterministic(filter.getCondition())) {
      return pull(filter, outer);
    }
    RexBuilder rexBuilder = rel.getCluster().getRexBuilder();
    return new PulledRows(
        rel, List.copyOf(rexBuilder.identityProjects(rel.getRowType())), List.of());
  }

  private static PulledRows pull(Filter filter, OuterRows outer) {
    PulledRows input = pull(filter.getInput(), outer);
    List<RexNode> inside = new ArrayList<>();
    List<RexNode> outside = new ArrayList<>(input.conditions);
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      (outer.isUsedIn(condition) ? outside : inside).add(input.over(condition));
    }
    RelNode rows =
        inside.isEmpty()
            ? input.rows
            : LogicalFilter.create(
                input.rows,
                RexUtil.composeConjunction(filter.getCluster().getRexBuilder(), inside));
    return new PulledRows(rows, input.columns, outside);
  }

  /** Makes an expression over the columns one over the rows. */
  private RexNode over(RexNode expression) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef reference) {
            return columns.get(reference.getIndex());
          }
        });
  }

  /** Whether rows and outer rows have equal values in some column. */
  boolean hasEquality() {
    return conditions.stream()
        .anyMatch(
            condition ->
                condition.getKind() == SqlKind.EQUALS
                    && ((RexCall) condition)
                        .getOperands().stream()
                            .anyMatch(side -> !RexUtil.containsCorrelation(side)));
  }
}
