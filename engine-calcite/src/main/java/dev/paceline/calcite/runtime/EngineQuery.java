package dev.paceline.calcite.runtime;

import dev.paceline.calcite.rel.PacelineRel;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A whole engine query as one expression without inputs, for Calcite's own planner: it chooses the
 * query or not, and neither looks inside nor changes it.
 */
public final class EngineQuery extends AbstractRelNode implements EnumerableRel {
  private final PacelineToEnumerable plan;

  /**
   * @param traits of the expression that this is offered for
   */
  public EngineQuery(RelTraitSet traits, PacelineRel query) {
    super(query.getCluster(), traits.replace(EnumerableConvention.INSTANCE));
    this.plan = new PacelineToEnumerable(traitSet, query);
  }

  @Override
  protected RelDataType deriveRowType() {
    return plan.getRowType();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("plan", RelOptUtil.toString(plan));
  }

  @Override
  public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery mq) {
    return plan.computeSelfCost(planner, mq);
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return plan.estimateRowCount(mq);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
    return plan.implement(implementor, preference);
  }
}
