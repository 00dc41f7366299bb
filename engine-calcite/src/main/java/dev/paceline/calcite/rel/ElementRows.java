package dev.paceline.calcite.rel;

import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.type.RelDataType;

/**
 * The right side of a join whose condition says that its columns are elements of lists of the left
 * side: all rows that there could be. Only such a join becomes an {@link Unnest}.
 */
public final class ElementRows extends AbstractRelNode {
  /**
   * @param rowType the elements, and possibly their number
   */
  public ElementRows(RelOptCluster cluster, RelDataType rowType) {
    super(cluster, cluster.traitSetOf(Convention.NONE));
    this.rowType = rowType;
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("type", getRowType().getFullTypeString());
  }
}
