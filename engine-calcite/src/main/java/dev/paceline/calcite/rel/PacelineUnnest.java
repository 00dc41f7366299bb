package dev.paceline.calcite.rel;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;

/** Repeats each row once for each element of its lists, as {@link Unnest} says. */
public final class PacelineUnnest extends SingleRel implements PacelineRel {
  private final ImmutableBitSet kept;
  private final List<RexNode> lists;
  private final boolean ordinality;
  private final boolean outer;
  private final double rows;

  /**
   * @param rows that are expected
   */
  public PacelineUnnest(RelNode input, Unnest logical, double rows) {
    this(
        input,
        logical.kept(),
        logical.lists(),
        logical.ordinality(),
        logical.outer(),
        logical.getRowType(),
        rows);
  }

  private PacelineUnnest(
      RelNode input,
      ImmutableBitSet kept,
      List<RexNode> lists,
      boolean ordinality,
      boolean outer,
      RelDataType rowType,
      double rows) {
    super(input.getCluster(), input.getCluster().traitSetOf(CONVENTION), input);
    this.kept = kept;
    this.lists = lists;
    this.ordinality = ordinality;
    this.outer = outer;
    this.rowType = rowType;
    this.rows = rows;
  }

  public ImmutableBitSet kept() {
    return kept;
  }

  public List<RexNode> lists() {
    return lists;
  }

  public boolean ordinality() {
    return ordinality;
  }

  public boolean outer() {
    return outer;
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  public PacelineUnnest copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new PacelineUnnest(
        inputs.getFirst(), kept, lists, ordinality, outer, getRowType(), rows);
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("kept", kept)
        .item("lists", lists)
        .itemIf("ordinality", true, ordinality)
        .itemIf("outer", true, outer)
        .item("rows", Math.round(rows));
  }
}
