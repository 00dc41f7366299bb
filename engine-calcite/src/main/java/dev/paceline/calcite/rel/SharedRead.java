package dev.paceline.calcite.rel;

import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;

/** A logical expression that reads all rows of a {@link SharedPlan}. */
public final class SharedRead extends AbstractRelNode {
  private final SharedPlan plan;

  public SharedRead(SharedPlan plan) {
    super(plan.logical().getCluster(), plan.logical().getCluster().traitSetOf(Convention.NONE));
    this.plan = plan;
    this.rowType = plan.logical().getRowType();
  }

  public SharedPlan plan() {
    return plan;
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("plan", plan.id());
  }
}
