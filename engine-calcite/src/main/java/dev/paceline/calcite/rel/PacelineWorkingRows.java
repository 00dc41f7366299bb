package dev.paceline.calcite.rel;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.schema.TransientTable;

/** The rows that the last iteration of a recursion added. */
public final class PacelineWorkingRows extends AbstractRelNode implements PacelineRel {
  private final TransientTable table;
  private final double rows;

  /**
   * @param table of the {@link PacelineRecursion}
   */
  public PacelineWorkingRows(
      RelOptCluster cluster, RelDataType rowType, TransientTable table, double rows) {
    super(cluster, cluster.traitSetOf(CONVENTION));
    this.rowType = rowType;
    this.table = table;
    this.rows = rows;
  }

  public TransientTable table() {
    return table;
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows;
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }
}
