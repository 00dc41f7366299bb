package dev.paceline.calcite.plan;

import dev.paceline.calcite.estimate.Estimator;
import dev.paceline.calcite.table.UniqueColumn;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates before a join instead of after it, where the groups are the rows of one side: the
 * other side's rows are grouped by the columns that the join compares, so that a row of the one
 * side meets one group at most, and nothing is left to aggregate above the join.
 *
 * <p>Source: eager aggregation (Yan and Larson, "Eager aggregation and lazy aggregation", VLDB
 * 1995), in the case that needs no aggregate above: the group keys contain a key of the one side.
 */
final class EagerAggregation {
  /** Saved rows for a group below, at least, that make up for groups that nothing meets. */
  private static final double ROWS_PER_GROUP = 2;

  private final Estimator estimator;
  private final Set<UniqueColumn> proofs;

  /**
   * @param proofs gets what the new expression rests on
   */
  EagerAggregation(Estimator estimator, Set<UniqueColumn> proofs) {
    this.estimator = estimator;
    this.proofs = proofs;
  }

  /** The same rows, with aggregates below joins where that is expected to pay. */
  RelNode push(RelNode rel) {
    List<RelNode> inputs = rel.getInputs().stream().map(this::push).toList();
    RelNode result = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    RelNode pushed =
        result instanceof LogicalAggregate aggregate
                && aggregate.getGroupType() == Aggregate.Group.SIMPLE
            ? pushBelowJoin(aggregate)
            : null;
    return pushed == null ? result : pushed;
  }

  /**
   * @return null if the aggregate cannot be pushed, or should not
   */
  private @Nullable RelNode pushBelowJoin(Aggregate aggregate) {
    RelNode input = aggregate.getInput();
    RelNode below = input instanceof Project project ? project.getInput() : input;
    if (!(below instanceof Join join) || !join.getVariablesSet().isEmpty()) {
      return null;
    }
    List<? extends RexNode> columns =
        input instanceof Project project
            ? project.getProjects()
            : aggregate.getCluster().getRexBuilder().identityProjects(join.getRowType());
    double rows = estimator.estimate(join).rows();
    return switch (join.getJoinType()) {
      case LEFT -> push(aggregate, GroupedJoin.keepingLeft(join, columns), rows);
      case RIGHT -> push(aggregate, GroupedJoin.keepingRight(join, columns), rows);
      case INNER -> {
        RelNode pushed = push(aggregate, GroupedJoin.keepingLeft(join, columns), rows);
        yield pushed != null
            ? pushed
            : push(aggregate, GroupedJoin.keepingRight(join, columns), rows);
      }
      default -> null;
    };
  }

  private @Nullable RelNode push(Aggregate aggregate, GroupedJoin join, double joinedRows) {
    if (!join.comparesOnlyKeys() || restrictsOrder(join, join.other())) {
      return null;
    }
    List<RexNode> groups = groups(aggregate, join);
    if (groups == null) {
      return null;
    }
    Set<UniqueColumn> basis = new LinkedHashSet<>();
    if (UniqueRows.tellApart(references(groups), join.kept(), basis)) {
      RelNode pushed = push(aggregate, join, groups, joinedRows);
      if (pushed != null) {
        proofs.addAll(basis);
      }
      return pushed;
    }
    if (restrictsOrder(join, join.kept())
        || !groups.stream().allMatch(RexInputRef.class::isInstance)) {
      return null;
    }
    GroupedJoin counting = join.counting(references(groups));
    List<RexNode> counted = counting == null ? null : groups(aggregate, counting);
    return counted == null
        ? null
        : push(aggregate, counting, counted, joinedRows - estimator.estimate(join.kept()).rows());
  }

  /**
   * Returns the keys that identify the rows of the aggregate, over the kept input.
   *
   * @return null if it is not all there
   */
  private static @Nullable List<RexNode> groups(Aggregate aggregate, GroupedJoin join) {
    List<RexNode> groups = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      RexNode group = join.onKept(join.column(key));
      if (group == null) {
        return null;
      }
      groups.add(group);
    }
    return groups;
  }

  /**
   * @param groups which tell the rows of the kept input apart
   * @param savedRows rows that need not be aggregated above the join
   */
  private @Nullable RelNode push(
      Aggregate aggregate, GroupedJoin join, List<RexNode> groups, double savedRows) {
    EagerCalls calls = new EagerCalls(join);
    List<RexNode> results = new ArrayList<>(groups);
    for (AggregateCall call : aggregate.getAggCallList()) {
      RexNode result = calls.add(call);
      if (result == null) {
        return null;
      }
      results.add(result);
    }
    RelNode below = calls.aggregate();
    if (calls.isEmpty() || estimator.estimate(below).rows() * ROWS_PER_GROUP > savedRows) {
      return null;
    }
    RelNode rows =
        LogicalProject.create(join.with(below), List.of(), results, (List<String>) null, Set.of());
    return RelOptUtil.createCastRel(rows, aggregate.getRowType(), true);
  }

  /**
   * Whether an aggregate of an input would be in the way of a better order of joins: the input
   * would have to be joined first. What is not aggregated is joined with groups as freely as with
   * rows.
   */
  private static boolean restrictsOrder(GroupedJoin join, RelNode input) {
    return !join.isOuter() && JoinGraph.isJoinTree(input);
  }

  private static ImmutableBitSet references(List<RexNode> expressions) {
    return ImmutableBitSet.of(
        expressions.stream()
            .filter(RexInputRef.class::isInstance)
            .map(expression -> ((RexInputRef) expression).getIndex())
            .toList());
  }
}
