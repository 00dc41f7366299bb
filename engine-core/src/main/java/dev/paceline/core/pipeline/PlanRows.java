package dev.paceline.core.pipeline;

import dev.paceline.core.expr.series.SeriesCall;
import dev.paceline.core.plan.PlanNode;
import java.util.Optional;

/** Derives facts about the rows of plan nodes before the query runs. */
final class PlanRows {
  private PlanRows() {}

  /** Returns whether a node has at most one row, as the result of a scalar sub-query has. */
  static boolean areOneAtMost(PlanNode node) {
    return switch (node) {
      case PlanNode.Aggregate aggregate -> aggregate.keys().length == 0;
      case PlanNode.Filter filter -> areOneAtMost(filter.input());
      case PlanNode.Project project -> areOneAtMost(project.input());
      case PlanNode.Values values -> values.rows().size() <= 1;
      default -> false;
    };
  }

  /** Returns whether the rows of a node come in an order that the rows above it must keep. */
  static boolean areOrdered(PlanNode node) {
    return switch (node) {
      case PlanNode.Sort sort -> !sort.keys().isEmpty() || areOrdered(sort.input());
      case PlanNode.Filter filter -> areOrdered(filter.input());
      case PlanNode.Project project -> areOrdered(project.input());
      case PlanNode.Unnest unnest -> areOrdered(unnest.input());
      case PlanNode.HashJoin join -> areOrdered(join.left());
      case PlanNode.NestedLoopJoin join -> areOrdered(join.left());
      default -> false;
    };
  }

  /** Returns whether a node may have many more rows than a work order of its pipeline reads. */
  static boolean mayMultiply(PlanNode node) {
    return switch (node) {
      case PlanNode.Filter filter -> mayMultiply(filter.input());
      case PlanNode.Project project -> mayMultiply(project.input());
      case PlanNode.Sort sort -> sort.keys().isEmpty() && mayMultiply(sort.input());
      case PlanNode.UnionAll union -> union.inputs().stream().anyMatch(PlanRows::mayMultiply);
      case PlanNode.HashJoin join -> true;
      case PlanNode.NestedLoopJoin join -> true;
      case PlanNode.Unnest unnest -> unnest.onlySeries() == null;
      default -> false;
    };
  }

  /** Returns whether a part of a plan reads the rows that an iteration of a recursion has added. */
  static boolean includeWorkingRows(PlanNode node, int recursion) {
    return node instanceof PlanNode.WorkingRows rows && rows.recursion() == recursion
        || node.inputs().stream().anyMatch(input -> includeWorkingRows(input, recursion));
  }

  /** Returns the series whose first values are the first rows of a node. */
  static Optional<SeriesCall> firstSeries(PlanNode node) {
    return switch (node) {
      case PlanNode.Filter filter -> firstSeries(filter.input());
      case PlanNode.Project project -> firstSeries(project.input());
      case PlanNode.Unnest unnest -> Optional.ofNullable(unnest.onlySeries());
      default -> Optional.empty();
    };
  }
}
