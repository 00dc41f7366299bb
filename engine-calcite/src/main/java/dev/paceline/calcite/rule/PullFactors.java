package dev.paceline.calcite.rule;

import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * Pulls conditions that all branches of an OR share out of it: TPC-H Q19 finds its join condition
 * only so.
 */
public final class PullFactors extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(LogicalFilter filter) {
    RelNode input = filter.getInput().accept(this);
    RexNode condition =
        RexUtil.pullFactors(filter.getCluster().getRexBuilder(), filter.getCondition());
    return filter.copy(filter.getTraitSet(), input, condition);
  }
}
