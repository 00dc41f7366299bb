package dev.paceline.core.pipeline;

import dev.paceline.core.plan.PlanNode;

/** Finds, in the statistics of tables, by which columns the rows of plan nodes come sorted. */
final class SortedColumns {
  private SortedColumns() {}

  /**
   * Whether each batch of a node has contiguous rows of a table that is sorted by a column, perhaps
   * without some of them.
   */
  static boolean contains(PlanNode node, int column) {
    return switch (node) {
      case PlanNode.TableScan scan -> scan.table().isSorted(scan.columns()[scan.outputs()[column]]);
      case PlanNode.Filter filter -> contains(filter.input(), column);
      case PlanNode.Project project -> {
        int reference = project.expressions().get(column).columnIndex();
        yield reference >= 0 && contains(project.input(), reference);
      }
      default -> false;
    };
  }
}
