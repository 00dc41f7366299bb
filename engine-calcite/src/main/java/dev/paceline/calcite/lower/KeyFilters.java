package dev.paceline.calcite.lower;

import dev.paceline.calcite.rel.PacelineAggregate;
import dev.paceline.calcite.rel.PacelineFilter;
import dev.paceline.calcite.rel.PacelineHashJoin;
import dev.paceline.calcite.rel.PacelineNestedLoopJoin;
import dev.paceline.calcite.rel.PacelineProject;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.rel.PacelineSetOperation;
import dev.paceline.calcite.rel.PacelineTableScan;
import dev.paceline.calcite.rel.PacelineUnion;
import dev.paceline.core.plan.PlanNode.KeyFilter;
import dev.paceline.core.type.DataType;
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
   * Looks for the scans that a column comes from, through operators above which a dropped row is
   * missed by nobody but the join that asks.
   *
   * @param rel the join's probe side, which is lowered after this call
   * @return the id of the filter; -1 if there is no such scan
   */
  int attach(PacelineRel rel, int column) {
    return attach(rel, column, count) ? count++ : -1;
  }

  /** Returns whether some scan below has got the filter. */
  private boolean attach(PacelineRel rel, int column, int filterId) {
    return switch (rel) {
      case PacelineTableScan scan -> {
        filters
            .computeIfAbsent(scan, key -> new ArrayList<>())
            .add(new KeyFilter(filterId, scan.columns().get(column)));
        yield true;
      }
      case PacelineFilter filter -> attach(filter.input(0), column, filterId);
      case PacelineProject project ->
          project.getProjects().get(column) instanceof RexInputRef reference
              && attach(project.input(0), reference.getIndex(), filterId);
      case PacelineAggregate aggregate ->
          column < aggregate.getGroupCount()
              && attach(aggregate.input(0), aggregate.getGroupSet().nth(column), filterId);
      case PacelineUnion union -> attachToInputs(union, column, filterId);
      case PacelineSetOperation operation -> attachToInputs(operation, column, filterId);
      case PacelineHashJoin join -> attachBelow(join, column, filterId);
      case PacelineNestedLoopJoin join -> attachBelow(join, column, filterId);
      default -> false;
    };
  }

  /**
   * A set operation keeps or drops all rows with one key independently of those with other keys, so
   * that the inputs may drop them one by one. An input whose keys are represented differently is
   * read whole.
   */
  private boolean attachToInputs(PacelineRel operation, int column, int filterId) {
    DataType type = Lowering.types(operation).get(column);
    boolean attached = false;
    for (int i = 0; i < operation.getInputs().size(); i++) {
      PacelineRel input = operation.input(i);
      if (JoinLowering.commonType(type, Lowering.types(input).get(column)) == null) {
        attached |= attach(input, column, filterId);
      }
    }
    return attached;
  }

  /** Into the input that the column comes from, unless its rows are kept without a partner. */
  private boolean attachBelow(Join join, int column, int filterId) {
    int leftCount = join.getLeft().getRowType().getFieldCount();
    JoinRelType type = join.getJoinType();
    if (column < leftCount) {
      return type != JoinRelType.RIGHT
          && type != JoinRelType.FULL
          && attach((PacelineRel) join.getLeft(), column, filterId);
    }
    return (type == JoinRelType.INNER || type == JoinRelType.RIGHT)
        && attach((PacelineRel) join.getRight(), column - leftCount, filterId);
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
