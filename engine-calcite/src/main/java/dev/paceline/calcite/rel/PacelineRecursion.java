package dev.paceline.calcite.rel;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.BiRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.schema.TransientTable;

/**
 * WITH RECURSIVE: returns the rows of the left input and those of all iterations of the right
 * input. Each iteration reads the rows that the previous one added.
 */
public final class PacelineRecursion extends BiRel implements PacelineRel {
  private final TransientTable table;
  private final boolean all;
  private final double rows;

  /**
   * @param table by which the right input names the rows
   * @param all keeps duplicates
   */
  public PacelineRecursion(
      RelOptCluster cluster,
      RelNode seed,
      RelNode step,
      RelDataType rowType,
      TransientTable table,
      boolean all,
      double rows) {
    super(cluster, cluster.traitSetOf(CONVENTION), seed, step);
    this.rowType = rowType;
    this.table = table;
    this.all = all;
    this.rows = rows;
  }

  public TransientTable table() {
    return table;
  }

  public boolean all() {
    return all;
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
    return new PacelineRecursion(
        getCluster(), inputs.get(0), inputs.get(1), rowType, table, all, rows);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("all", all);
  }
}
