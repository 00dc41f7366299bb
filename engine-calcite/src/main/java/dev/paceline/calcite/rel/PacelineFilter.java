package dev.paceline.calcite.rel;

import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;

/** Rows for which a condition is true. */
public final class PacelineFilter extends Filter implements PacelineRel {
  private final double rows;

  public PacelineFilter(RelNode input, RexNode condition, double rows) {
    super(input.getCluster(), input.getCluster().traitSetOf(CONVENTION), input, condition);
    this.rows = rows;
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  public PacelineFilter copy(RelTraitSet traitSet, RelNode input, RexNode condition) {
    return new PacelineFilter(input, condition, rows);
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("rows", Math.round(rows));
  }
}
