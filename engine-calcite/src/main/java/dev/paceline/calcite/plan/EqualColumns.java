package dev.paceline.calcite.plan;

import dev.paceline.calcite.estimate.ColumnEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Classes of columns of a {@link JoinGraph} that equalities make equal, directly or over others.
 * Joins may then use any pair of a class: in TPC-H Q9, part and partsupp join although the query
 * compares both with lineitem only.
 */
final class EqualColumns {
  private final JoinGraph graph;
  private final List<List<Integer>> classes = new ArrayList<>();

  /** The relations that have columns of a class: searches ask that for each pair of trees. */
  private final long[] relations;

  /** Takes the equalities out of {@code conditions}. */
  EqualColumns(JoinGraph graph, List<RexNode> conditions) {
    this.graph = graph;
    int[] parent = new int[graph.columnCount()];
    Arrays.setAll(parent, i -> i);
    conditions.removeIf(condition -> unite(condition, parent));
    Map<Integer, List<Integer>> byRoot = new TreeMap<>();
    for (int column = 0; column < parent.length; column++) {
      byRoot.computeIfAbsent(root(parent, column), key -> new ArrayList<>()).add(column);
    }
    byRoot.values().stream().filter(members -> members.size() > 1).forEach(classes::add);
    relations = classes.stream().mapToLong(graph::relationsOf).toArray();
  }

  Collection<List<Integer>> classes() {
    return classes;
  }

  /** Returns one column of each side for every class that has columns in both sets of relations. */
  List<int[]> pairs(long left, long right) {
    List<int[]> pairs = new ArrayList<>();
    for (int i = 0; i < relations.length; i++) {
      if (connects(i, left, right)) {
        List<Integer> members = classes.get(i);
        pairs.add(new int[] {member(members, left), member(members, right)});
      }
    }
    return pairs;
  }

  /** Whether some class has columns in both sets. */
  boolean connect(long left, long right) {
    for (int i = 0; i < relations.length; i++) {
      if (connects(i, left, right)) {
        return true;
      }
    }
    return false;
  }

  private boolean connects(int index, long left, long right) {
    return (relations[index] & left) != 0 && (relations[index] & right) != 0;
  }

  /**
   * Lets columns of a class have values only where all columns of the class have them.
   *
   * @param columns of all relations; changed
   * @param rows of each relation that filters leave
   */
  void narrow(List<ColumnEstimate> columns, double[] rows) {
    for (List<Integer> members : classes) {
      double low = Double.NEGATIVE_INFINITY;
      double high = Double.POSITIVE_INFINITY;
      for (int member : members) {
        if (columns.get(member).hasBounds()) {
          low = Math.max(low, columns.get(member).min());
          high = Math.min(high, columns.get(member).max());
        }
      }
      for (int member : members) {
        double left = rows[graph.relationOf(member)];
        columns.set(member, columns.get(member).askedWithin(low, high, left));
      }
    }
  }

  /** Share of the combinations of the relations' rows in which all columns of a class are equal. */
  double selectivity(long of, List<ColumnEstimate> columns) {
    double share = 1;
    for (List<Integer> members : classes) {
      double least = Double.POSITIVE_INFINITY;
      for (int member : members) {
        if ((of >>> graph.relationOf(member) & 1) != 0) {
          double distinct = columns.get(member).distinct();
          share /= distinct;
          least = Math.min(least, distinct);
        }
      }
      if (least < Double.POSITIVE_INFINITY) {
        share *= least;
      }
    }
    return share;
  }

  /** Returns the first column of a class that is in one of the relations. */
  private int member(List<Integer> members, long of) {
    for (int member : members) {
      if ((of >>> graph.relationOf(member) & 1) != 0) {
        return member;
      }
    }
    throw new IllegalArgumentException("no column of the class is in the relations");
  }

  private static boolean unite(RexNode condition, int[] parent) {
    if (condition.getKind() == SqlKind.EQUALS
        && condition instanceof RexCall call
        && call.getOperands().get(0) instanceof RexInputRef left
        && call.getOperands().get(1) instanceof RexInputRef right
        && sameType(left.getType(), right.getType())) {
      parent[root(parent, left.getIndex())] = root(parent, right.getIndex());
      return true;
    }
    return false;
  }

  private static boolean sameType(RelDataType left, RelDataType right) {
    return left.getSqlTypeName() == right.getSqlTypeName() && left.getScale() == right.getScale();
  }

  private static int root(int[] parent, int column) {
    int root = column;
    while (parent[root] != root) {
      root = parent[root];
    }
    return root;
  }
}
