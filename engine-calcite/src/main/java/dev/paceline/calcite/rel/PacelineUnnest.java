package dev.paceline.calcite.rel;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;

/** The physical form of {@link Unnest}. */
public final class PacelineUnnest extends Unnest implements PacelineRel {
  private final double rows;

  /**
   * @param same an expression with the same lists and columns
   * @param rows that are expected
   */
  public PacelineUnnest(RelNode input, Unnest same, double rows) {
    super(
        input,
        CONVENTION,
        same.kept(),
        same.lists(),
        same.ordinality(),
        same.outer(),
        same.getRowType());
    this.rows = rows;
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  public PacelineUnnest copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new PacelineUnnest(inputs.getFirst(), this, rows);
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
