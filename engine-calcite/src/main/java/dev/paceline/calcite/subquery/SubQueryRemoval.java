package dev.paceline.calcite.subquery;

import com.google.common.collect.ImmutableSet;
import dev.paceline.calcite.rel.ElementRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexUtil.SubQueryFinder;
import org.apache.calcite.tools.RelBuilder;

/**
 * Replaces each sub-query of a filter, a projection or the condition of a join by columns that a
 * join adds to the rows, see {@link SubQueryRows}; the innermost sub-queries come first.
 */
public final class SubQueryRemoval extends RelHomogeneousShuttle {
  private final RelBuilder builder;

  /** The variables of the rows around the expression. */
  private final Set<CorrelationId> enclosing;

  SubQueryRemoval(RelBuilder builder, Set<CorrelationId> enclosing) {
    this.builder = builder;
    this.enclosing = enclosing;
  }

  /**
   * Returns an expression with the same rows and without sub-queries, except those that {@link
   * dev.paceline.calcite.rule.SubQueryLimits} names.
   */
  public static RelNode in(RelNode rel, RelBuilder builder) {
    return rel.accept(new SubQueryRemoval(builder, Set.of()));
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return switch (visited) {
      case LogicalFilter filter when SubQueryFinder.containsSubQuery(filter) -> filtered(filter);
      case LogicalProject project when SubQueryFinder.containsSubQuery(project) ->
          projected(project);
      case LogicalJoin join when SubQueryFinder.containsSubQuery(join) -> joined(join);
      default -> visited;
    };
  }

  /** Conditions without sub-queries come first, so that there are fewer rows to join. */
  private RelNode filtered(LogicalFilter filter) {
    OuterRows outer = outerRows(filter, filter.getInput().getRowType(), filter.getCondition());
    List<RexNode> plain = new ArrayList<>();
    List<RexNode> tests = new ArrayList<>();
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      (SubQueryFinder.find(condition) == null ? plain : tests).add(condition);
    }
    RexBuilder rexBuilder = filter.getCluster().getRexBuilder();
    RelNode input =
        plain.isEmpty()
            ? filter.getInput()
            : LogicalFilter.create(
                filter.getInput(), RexUtil.composeConjunction(rexBuilder, plain));
    SubQueryRows rows = new SubQueryRows(input, outer, builder);
    List<RexNode> rest = new ArrayList<>();
    for (RexNode test : tests) {
      if (!rows.keepIf(test)) {
        rest.add(test);
      }
    }
    List<RexNode> conditions = rest.stream().map(rows::conditionOf).toList();
    RelNode kept =
        conditions.isEmpty()
            ? rows.rel()
            : LogicalFilter.create(rows.rel(), RexUtil.composeConjunction(rexBuilder, conditions));
    return SubQueryRows.firstColumns(kept, filter.getRowType());
  }

  private RelNode projected(LogicalProject project) {
    SubQueryRows rows =
        new SubQueryRows(
            project.getInput(),
            outerRows(
                project,
                project.getInput().getRowType(),
                project.getProjects().toArray(RexNode[]::new)),
            builder);
    List<RexNode> values = project.getProjects().stream().map(rows::valueOf).toList();
    return LogicalProject.create(
        rows.rel(), project.getHints(), values, project.getRowType().getFieldNames(), Set.of());
  }

  /**
   * Conditions of an inner join stand in a filter as well, except those that say which lists have
   * the elements.
   */
  private RelNode joined(LogicalJoin join) {
    if (join.getRight() instanceof ElementRows) {
      return new ConditionSubQueries(
              join, outerRows(join, join.getLeft().getRowType(), join.getCondition()), builder)
          .removed();
    }
    if (join.getJoinType() != JoinRelType.INNER) {
      return new ConditionSubQueries(
              join, outerRows(join, join.getRowType(), join.getCondition()), builder)
          .removed();
    }
    List<RexNode> kept = new ArrayList<>();
    List<RexNode> moved = new ArrayList<>();
    for (RexNode condition : RelOptUtil.conjunctions(join.getCondition())) {
      (SubQueryFinder.find(condition) == null ? kept : moved).add(condition);
    }
    RexBuilder rexBuilder = join.getCluster().getRexBuilder();
    RelNode rows =
        LogicalJoin.create(
            join.getLeft(),
            join.getRight(),
            join.getHints(),
            RexUtil.composeConjunction(rexBuilder, kept),
            Set.of(),
            JoinRelType.INNER);
    return filtered(
        LogicalFilter.create(
            rows,
            RexUtil.composeConjunction(rexBuilder, moved),
            ImmutableSet.copyOf(join.getVariablesSet())));
  }

  private OuterRows outerRows(RelNode rel, RelDataType rowType, RexNode... expressions) {
    return OuterRows.of(rel.getVariablesSet(), enclosing, rowType, List.of(expressions));
  }
}
