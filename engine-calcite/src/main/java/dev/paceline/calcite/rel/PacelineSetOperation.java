package dev.paceline.calcite.rel;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.sql.SqlKind;

/** INTERSECT or EXCEPT of two inputs, with or without duplicates. */
public final class PacelineSetOperation extends SetOp implements PacelineRel {
  private final double rows;

  /**
   * @param kind INTERSECT or EXCEPT
   */
  public PacelineSetOperation(
      RelOptCluster cluster, List<RelNode> inputs, SqlKind kind, boolean all, double rows) {
    super(cluster, cluster.traitSetOf(CONVENTION), List.of(), inputs, kind, all);
    this.rows = rows;
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  public SetOp copy(RelTraitSet traitSet, List<RelNode> inputs, boolean all) {
    return new PacelineSetOperation(getCluster(), inputs, kind, all, rows);
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows;
  }
}
