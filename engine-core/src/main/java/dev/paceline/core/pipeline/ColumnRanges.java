package dev.paceline.core.pipeline;

import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.scan.ValueRange;
import org.jspecify.annotations.Nullable;

/** Finds, in the statistics of tables, the ranges that columns of plan nodes cannot leave. */
final class ColumnRanges {
  private ColumnRanges() {}

  /**
   * One a column.
   *
   * @return null where nothing is known
   */
  static @Nullable ValueRange[] of(PlanNode node, int[] columns) {
    @Nullable ValueRange[] ranges = new ValueRange[columns.length];
    for (int i = 0; i < ranges.length; i++) {
      ranges[i] = of(node, columns[i]);
    }
    return ranges;
  }

  private static @Nullable ValueRange of(PlanNode node, int column) {
    return switch (node) {
      case PlanNode.TableScan scan -> scan.table().range(scan.columns()[scan.outputs()[column]]);
      case PlanNode.Filter filter -> of(filter.input(), column);
      case PlanNode.Project project -> {
        int reference = project.expressions().get(column).columnIndex();
        yield reference < 0 ? null : of(project.input(), reference);
      }
      case PlanNode.HashJoin join -> ofJoin(join, join.outputs()[column]);
      case PlanNode.Sort sort -> of(sort.input(), column);
      case PlanNode.Shared shared -> of(shared.input(), column);
      case PlanNode.Window window ->
          column < window.input().types().size() ? of(window.input(), column) : null;
      case PlanNode.Expand expand -> {
        int keys = expand.keys().length;
        int inputs = expand.input().types().size();
        yield column < keys
            ? of(expand.input(), expand.keys()[column])
            : column < keys + inputs
                ? of(expand.input(), column - keys)
                : new ValueRange(0, expand.sets().size() - 1);
      }
      case PlanNode.Unnest unnest ->
          column < unnest.kept().length ? of(unnest.input(), unnest.kept()[column]) : null;
      case PlanNode.Aggregate aggregate ->
          column < aggregate.keys().length ? of(aggregate.input(), aggregate.keys()[column]) : null;
      case PlanNode.UnionAll union -> {
        ValueRange all = null;
        for (PlanNode input : union.inputs()) {
          ValueRange range = of(input, column);
          if (range == null) {
            yield null;
          }
          all = all == null ? range : all.union(range);
        }
        yield all;
      }
      case PlanNode.Recursion recursion -> null;
      case PlanNode.WorkingRows rows -> null;
      case PlanNode.NestedLoopJoin join -> null;
      case PlanNode.SetOperation operation -> null;
      case PlanNode.Insert insert -> null;
      case PlanNode.Values values -> null;
    };
  }

  /**
   * @param column of the join's full output
   */
  private static @Nullable ValueRange ofJoin(PlanNode.HashJoin join, int column) {
    int leftCount = join.type().deliversLeftColumns() ? join.left().types().size() : 0;
    if (column < leftCount) {
      return of(join.left(), column);
    }
    return join.type().deliversRightColumns() ? of(join.right(), column - leftCount) : null;
  }
}
