package dev.paceline.calcite.aggregate;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The order that the ORDER BY of a sub-query gives its rows. Aggregates whose results show the
 * order of the rows, such as lists, follow it unless they have an order of their own.
 *
 * @param rows the rows; columns that the order needs may stand behind those that there were
 * @param keys the columns that give the order
 */
public record OrderOfRows(RelNode rows, List<RelFieldCollation> keys) {
  /** Copies the keys. */
  public OrderOfRows {
    keys = ImmutableList.copyOf(keys);
  }

  /**
   * Returns the order that rows have for some aggregates.
   *
   * @return null if they have no order, or no aggregate shows it
   */
  public static @Nullable OrderOfRows of(RelNode rows, List<AggregateCall> calls) {
    return calls.stream().anyMatch(CollectedCalls::showsOrder) ? of(rows) : null;
  }

  private static @Nullable OrderOfRows of(RelNode rows) {
    return switch (rows) {
      case Sort sort when !sort.getCollation().getFieldCollations().isEmpty() ->
          new OrderOfRows(sort, sort.getCollation().getFieldCollations());
      case Filter filter -> ofFilter(filter, of(filter.getInput()));
      case Project project -> ofProject(project, of(project.getInput()));
      default -> null;
    };
  }

  private static @Nullable OrderOfRows ofFilter(Filter filter, @Nullable OrderOfRows input) {
    return input == null
        ? null
        : new OrderOfRows(
            filter.copy(filter.getTraitSet(), input.rows, filter.getCondition()), input.keys);
  }

  private static @Nullable OrderOfRows ofProject(Project project, @Nullable OrderOfRows input) {
    if (input == null) {
      return null;
    }
    List<RexNode> columns = new ArrayList<>(project.getProjects());
    List<RelFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : input.keys) {
      RexNode column = RexInputRef.of(key.getFieldIndex(), input.rows.getRowType());
      int place = columns.indexOf(column);
      if (place < 0) {
        place = columns.size();
        columns.add(column);
      }
      keys.add(key.withFieldIndex(place));
    }
    return new OrderOfRows(
        LogicalProject.create(
            input.rows,
            project.getHints(),
            columns,
            (List<String>) null,
            project.getVariablesSet()),
        keys);
  }

  /** Returns the aggregates, of which those that show the order of the rows follow this one. */
  public List<AggregateCall> ordered(List<AggregateCall> calls) {
    RelCollation collation = RelCollations.of(keys);
    return calls.stream()
        .map(call -> CollectedCalls.showsOrder(call) ? call.withCollation(collation) : call)
        .toList();
  }
}
