package dev.paceline.calcite.rel;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Reads the rows of a {@link SharedPlan}. The first reader of a tree has the plan as its input, the
 * others have no input: so whoever walks through the tree meets the plan once.
 */
public final class PacelineShared extends AbstractRelNode implements PacelineRel {
  private final SharedPlan plan;
  private final boolean first;

  /**
   * @param first whether no other reader of the plan comes earlier in the tree
   */
  public PacelineShared(SharedPlan plan, RelDataType rowType, boolean first) {
    super(plan.physical().getCluster(), plan.physical().getTraitSet());
    this.plan = plan;
    this.first = first;
    this.rowType = rowType;
  }

  public SharedPlan plan() {
    return plan;
  }

  @Override
  public List<RelNode> getInputs() {
    return first ? List.of(plan.physical()) : List.of();
  }

  @Override
  public double rows() {
    return plan.physical().rows();
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows();
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    super.explainTerms(writer);
    if (first) {
      writer.input("input", plan.physical());
    }
    return writer.item("plan", plan.id()).item("rows", Math.round(rows()));
  }
}
