package dev.paceline.calcite.plan;

import dev.paceline.calcite.rel.PacelineAggregate;
import dev.paceline.calcite.rel.PacelineHashJoin;
import dev.paceline.calcite.rel.PacelineNestedLoopJoin;
import dev.paceline.calcite.rel.PacelineProject;
import dev.paceline.calcite.rel.PacelineShared;
import dev.paceline.calcite.rel.PacelineSort;
import dev.paceline.calcite.rel.PacelineTableScan;
import org.apache.calcite.rel.RelNode;

/** The shape of a plan in a few short lines: operators, tables, build sides; no expressions. */
final class PlanText {
  private final StringBuilder text = new StringBuilder();

  private PlanText() {}

  static String of(RelNode rel) {
    PlanText plan = new PlanText();
    plan.append(rel, 0, "");
    return plan.text.toString();
  }

  private void append(RelNode rel, int depth, String role) {
    if (rel instanceof PacelineProject project) {
      append(project.getInput(), depth, role);
      return;
    }
    text.append("  ".repeat(depth)).append(role).append(describe(rel)).append('\n');
    if (rel instanceof PacelineHashJoin join) {
      append(join.getInput(join.buildLeft() ? 1 : 0), depth + 1, "probe ");
      append(join.getInput(join.buildLeft() ? 0 : 1), depth + 1, "build ");
      return;
    }
    rel.getInputs().forEach(input -> append(input, depth + 1, ""));
  }

  private static String describe(RelNode rel) {
    return switch (rel) {
      case PacelineTableScan scan ->
          scan.getTable().getQualifiedName().getLast()
              + (scan.condition() == null ? "" : " filtered");
      case PacelineHashJoin join ->
          "HashJoin "
              + join.physicalType()
              + (join.keys().residual().isEmpty() ? "" : " residual")
              + (join.filteringKeys().isEmpty() ? "" : " filters");
      case PacelineNestedLoopJoin join ->
          "NestedLoopJoin "
              + join.getJoinType()
              + (join.getCondition().isAlwaysTrue() ? " cross" : "");
      case PacelineAggregate aggregate -> "Aggregate " + aggregate.getGroupSet();
      case PacelineShared shared -> "Shared " + shared.plan().id();
      case PacelineSort sort -> sort.fetch == null ? "Sort" : "TopN";
      default -> rel.getRelTypeName();
    };
  }
}
