package dev.paceline.calcite.rel;

import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;

/** A logical expression that reads all rows of a {@link SharedPlan}. */
public final class SharedRead extends AbstractRelNode {
  private final SharedPlan plan;

  public SharedRead(SharedPlan plan) {
    this(plan, plan.logical().getRowType());
  }

  private SharedRead(SharedPlan plan, RelDataType rowType) {
    super(plan.logical().getCluster(), plan.logical().getCluster().traitSetOf(Convention.NONE));
    this.plan = plan;
    this.rowType = rowType;
  }

  public SharedPlan plan() {
    return plan;
  }

  /** An equal expression that is another object. */
  public SharedRead another() {
    return new SharedRead(plan, rowType);
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
