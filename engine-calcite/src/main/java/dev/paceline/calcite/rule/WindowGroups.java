package dev.paceline.calcite.rule;

import dev.paceline.calcite.rel.PacelineWindow;
import dev.paceline.core.plan.WindowCall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.util.ImmutableIntList;

/**
 * The window functions of a projection. Those of the same partitions share a sort if the order of
 * one begins with the order of the other.
 */
final class WindowGroups {
  private final List<Function> functions = new ArrayList<>();

  /**
   * @param partitionKeys columns, each once
   * @param order columns with directions; the call's peers are equal in all of them
   */
  private record Function(
      List<Integer> partitionKeys,
      List<RelFieldCollation> order,
      WindowCall call,
      RelDataType type) {
    boolean sharesSortOf(Function other) {
      return new HashSet<>(partitionKeys).equals(new HashSet<>(other.partitionKeys))
          && order.size() <= other.order.size()
          && order.equals(other.order.subList(0, order.size()));
    }
  }

  /** A reference to the result of a function by its number; equal functions have one number. */
  RexLocalRef add(
      List<Integer> partitionKeys,
      List<RelFieldCollation> order,
      WindowCall call,
      RelDataType type) {
    Function function = new Function(partitionKeys, order, call, type);
    int number = functions.indexOf(function);
    if (number < 0) {
      number = functions.size();
      functions.add(function);
    }
    return new RexLocalRef(number, type);
  }

  /**
   * Adds all functions to their columns, one expression for each sort.
   *
   * @param columns gets the column of the result of each function, by its number
   */
  PacelineWindow over(RelNode input, double rows, int[] columns) {
    List<Integer> left = new ArrayList<>();
    for (int i = 0; i < functions.size(); i++) {
      left.add(i);
    }
    // the longest order first: shorter ones may begin it
    left.sort(Comparator.comparing(number -> -functions.get(number).order.size()));
    PacelineWindow result = null;
    while (!left.isEmpty()) {
      Function leader = functions.get(left.getFirst());
      List<Integer> group =
          left.stream().filter(number -> functions.get(number).sharesSortOf(leader)).toList();
      RelNode below = result == null ? input : result;
      int next = below.getRowType().getFieldCount();
      for (int number : group) {
        columns[number] = next++;
      }
      result =
          new PacelineWindow(
              below,
              ImmutableIntList.copyOf(leader.partitionKeys),
              RelCollations.of(leader.order),
              group.stream().map(number -> functions.get(number).call).toList(),
              group.stream().map(number -> functions.get(number).type).toList(),
              null,
              rows);
      left.removeAll(group);
    }
    if (result == null) {
      throw new IllegalStateException("no window function");
    }
    return result;
  }

  int count() {
    return functions.size();
  }
}
