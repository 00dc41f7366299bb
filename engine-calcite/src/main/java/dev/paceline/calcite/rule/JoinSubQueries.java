package dev.paceline.calcite.rule;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexUtil.SubQueryFinder;

/**
 * Moves correlated sub-queries from the condition of an inner join to a filter above it, where all
 * of them can become joins: Calcite plans few of those that stay in a condition.
 */
public final class JoinSubQueries extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    if (!(visited instanceof LogicalJoin join)
        || join.getJoinType() != JoinRelType.INNER
        || join.getVariablesSet().isEmpty()) {
      return visited;
    }
    List<RexNode> kept = new ArrayList<>();
    List<RexNode> moved = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(join.getCondition())) {
      (SubQueryFinder.find(conjunct) == null ? kept : moved).add(conjunct);
    }
    if (moved.isEmpty()) {
      return visited;
    }
    var rexBuilder = join.getCluster().getRexBuilder();
    RelNode rows =
        LogicalJoin.create(
            join.getLeft(),
            join.getRight(),
            join.getHints(),
            RexUtil.composeConjunction(rexBuilder, kept),
            Set.of(),
            JoinRelType.INNER);
    return LogicalFilter.create(
        rows,
        RexUtil.composeConjunction(rexBuilder, moved),
        ImmutableSet.copyOf(join.getVariablesSet()));
  }
}
