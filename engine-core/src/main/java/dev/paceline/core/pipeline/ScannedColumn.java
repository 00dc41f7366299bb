package dev.paceline.core.pipeline;

import dev.paceline.core.plan.JoinType;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.PlanNode.TableScan;
import org.jspecify.annotations.Nullable;

/**
 * The scan column that a column of a plan copies. The operators between them produce the same other
 * rows if the scan leaves a row out.
 *
 * @param column position in the scan's columns
 */
record ScannedColumn(TableScan scan, int column) {
  /** Returns the column that a column of {@code node} copies, or null if it copies none. */
  static @Nullable ScannedColumn of(PlanNode node, int column) {
    return switch (node) {
      case TableScan scan -> new ScannedColumn(scan, scan.outputs()[column]);
      case PlanNode.Filter filter -> of(filter.input(), column);
      case PlanNode.Project project -> {
        int source = project.expressions().get(column).columnIndex();
        yield source < 0 ? null : of(project.input(), source);
      }
      case PlanNode.HashJoin join -> ofLeft(join.left(), join.type(), join.outputs()[column]);
      case PlanNode.NestedLoopJoin join -> ofLeft(join.left(), join.type(), join.outputs()[column]);
      default -> null;
    };
  }

  private static @Nullable ScannedColumn ofLeft(PlanNode left, JoinType type, int column) {
    return type.deliversRightRowsLast() || column >= left.types().size() ? null : of(left, column);
  }
}
