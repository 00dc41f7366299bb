package dev.paceline.calcite.rel;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.metadata.RelMetadataQuery;

/** All rows of all inputs. */
public final class PacelineUnion extends Union implements PacelineRel {
  private final double rows;

  public PacelineUnion(RelOptCluster cluster, List<RelNode> inputs, double rows) {
    super(cluster, cluster.traitSetOf(CONVENTION), List.of(), inputs, true);
    this.rows = rows;
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  public SetOp copy(RelTraitSet traitSet, List<RelNode> inputs, boolean all) {
    return new PacelineUnion(getCluster(), inputs, rows);
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows;
  }
}
