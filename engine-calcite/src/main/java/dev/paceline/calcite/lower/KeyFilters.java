package dev.paceline.calcite.lower;

import dev.paceline.calcite.rel.PacelineAggregate;
import dev.paceline.calcite.rel.PacelineFilter;
import dev.paceline.calcite.rel.PacelineHashJoin;
import dev.paceline.calcite.rel.PacelineNestedLoopJoin;
import dev.paceline.calcite.rel.PacelineProject;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.rel.PacelineTableScan;
import dev.paceline.core.plan.PlanNode.KeyFilter;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexInputRef;

/**
 * Runtime filters of one plan: which scan may drop rows early because a join above would drop them
 * anyway (lookahead information passing; Quickstep §3.5).
 */
final class KeyFilters {
  private final Map<PacelineTableScan, List<KeyFilter>> filters = new IdentityHashMap<>();
  private int count;

  /**
   * Looks for the scan that a column comes from, through operators above which a dropped row is
   * missed by nobody but the join that asks.
   *
   * @param rel the join's probe side, which is lowered after this call
   * @return the id of the filter; -1 if there is no such scan
   */
  int attach(PacelineRel rel, int column) {
    return switch (rel) {
      case PacelineTableScan scan -> {
        filters
            .computeIfAbsent(scan, key -> new ArrayList<>())
            .add(new KeyFilter(count, scan.columns().get(column)));
        yield count++;
      }
      case PacelineFilter filter -> attach(filter.input(0), column);
      case PacelineProject project ->
          project.getProjects().get(column) instanceof RexInputRef reference
              ? attach(project.input(0), reference.getIndex())
              : -1;
      case PacelineAggregate aggregate ->
          column < aggregate.getGroupCount()
              ? attach(aggregate.input(0), aggregate.getGroupSet().nth(column))
              : -1;
      case PacelineHashJoin join -> attachBelow(join, column);
      case PacelineNestedLoopJoin join -> attachBelow(join, column);
      default -> -1;
    };
  }

  /** Into the input that the column comes from, unless its rows are kept without a partner. */
  private int attachBelow(Join join, int column) {
    int leftCount = join.getLeft().getRowType().getFieldCount();
    JoinRelType type = join.getJoinType();
    if (column < leftCount) {
      return type == JoinRelType.RIGHT || type == JoinRelType.FULL
          ? -1
          : attach((PacelineRel) join.getLeft(), column);
    }
    return type == JoinRelType.INNER || type == JoinRelType.RIGHT
        ? attach((PacelineRel) join.getRight(), column - leftCount)
        : -1;
  }

  /** Whether some scan below has a filter, so that fewer rows than expected may come from there. */
  boolean reach(RelNode rel) {
    return rel instanceof PacelineTableScan scan
        ? filters.containsKey(scan)
        : rel.getInputs().stream().anyMatch(this::reach);
  }

  /** Filters with columns of the table. */
  List<KeyFilter> of(PacelineTableScan scan) {
    return filters.getOrDefault(scan, List.of());
  }
}
