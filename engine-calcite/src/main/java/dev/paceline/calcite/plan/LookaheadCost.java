package dev.paceline.calcite.plan;

import dev.paceline.calcite.estimate.ColumnEstimate;
import dev.paceline.calcite.plan.JoinSearch.Tree;
import dev.paceline.calcite.rel.PacelineHashJoin;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;

/**
 * The cost of a tree of joins when the build side of each join filters the scans below its probe
 * side: rows that a join drops are then neither built nor probed by the joins below it. A join's
 * filter depends on its build side, and what it saves on its probe side, so that trees cannot be
 * judged from the leaves up: the filters that reach a tree are handed down to it.
 *
 * <p>Units are about 4 ns: those of {@link JoinSearch}.
 *
 * <p>Source: lookahead information passing (Zhu et al., "Looking Ahead Makes Query Plans Robust",
 * PVLDB 10(8), 2017).
 */
final class LookaheadCost {
  private static final double FILTER_COST = 0.1;
  private static final double SCAN_BUILD_COST = 1;
  private static final double JOIN_BUILD_COST = 3;

  private final JoinGraph graph;
  private final EqualColumns equalColumns;
  private final List<ColumnEstimate> columns;
  private final LongToDoubleFunction rows;
  private final boolean[] scanned;

  /**
   * @param rows of the join of a set of relations, whatever the tree
   */
  LookaheadCost(
      JoinGraph graph,
      EqualColumns equalColumns,
      List<ColumnEstimate> columns,
      LongToDoubleFunction rows) {
    this.graph = graph;
    this.equalColumns = equalColumns;
    this.columns = columns;
    this.rows = rows;
    scanned = new boolean[graph.relations().size()];
    for (int i = 0; i < scanned.length; i++) {
      scanned[i] = isScan(graph.relations().get(i).rel());
    }
  }

  private static boolean isScan(RelNode rel) {
    return rel instanceof TableScan
        || (rel instanceof Filter || rel instanceof Project) && isScan(rel.getInput(0));
  }

  /** The cost of a whole tree. */
  double of(Tree tree) {
    double[] all = new double[scanned.length];
    Arrays.fill(all, 1);
    return cost(tree, all);
  }

  /**
   * @param left per relation, the share of its rows that filters from above leave
   */
  private double cost(Tree tree, double[] left) {
    Tree probed = tree.left();
    Tree built = tree.right();
    if (probed == null || built == null) {
      return 0;
    }
    double[] filtered = left.clone();
    double cost = cost(built, left);
    boolean keyed = tree.type() != JoinRelType.INNER;
    for (int[] pair : equalColumns.pairs(probed.relations(), built.relations())) {
      keyed = true;
      int relation = graph.relationOf(pair[0]);
      double share = present(built, pair[1], left) / columns.get(pair[0]).distinct();
      if (tree.type() == JoinRelType.INNER
          && scanned[relation]
          && share <= PacelineHashJoin.MAX_FILTER_SHARE) {
        cost += FILTER_COST * rows.applyAsDouble(1L << relation) * filtered[relation];
        filtered[relation] *= share;
      }
    }
    cost += cost(probed, filtered);
    double build = rows(built, left);
    double probe = rows(probed, filtered);
    double buildCost = built.left() == null ? SCAN_BUILD_COST : JOIN_BUILD_COST;
    cost +=
        keyed
            ? buildCost * build + JoinSearch.probeCost(build) * probe
            : JoinSearch.COMPARE_COST * build * probe + build;
    return cost + JoinSearch.OUTPUT_COST * rows(tree, left);
  }

  private double rows(Tree tree, double[] left) {
    double result = rows.applyAsDouble(tree.relations());
    for (int i = 0; i < left.length; i++) {
      if ((tree.relations() >>> i & 1) != 0) {
        result *= left[i];
      }
    }
    return Math.max(1, result);
  }

  /** Different values, at most, that a tree has of a column and of those that equal it. */
  private double present(Tree tree, int column, double[] left) {
    double rows = rows(tree, left);
    if (tree.left() == null || tree.right() == null) {
      return Math.min(rows, columns.get(column).present());
    }
    for (List<Integer> members : equalColumns.classes()) {
      if (members.contains(column)) {
        for (Tree side : List.of(tree.left(), tree.right())) {
          for (int member : members) {
            if ((side.relations() >>> graph.relationOf(member) & 1) != 0) {
              rows = Math.min(rows, present(side, member, left));
              break;
            }
          }
        }
      }
    }
    return rows;
  }
}
