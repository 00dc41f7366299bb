package dev.paceline.calcite.rel;

import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Sorts rows, or keeps the first of them, or both. */
public final class PacelineSort extends Sort implements PacelineRel {
  private final double rows;

  public PacelineSort(
      RelNode input,
      RelCollation collation,
      @Nullable RexNode offset,
      @Nullable RexNode fetch,
      double rows) {
    super(
        input.getCluster(),
        traits(input, collation),
        java.util.List.of(),
        input,
        collation,
        offset,
        fetch);
    this.rows = rows;
  }

  private static RelTraitSet traits(RelNode input, RelCollation collation) {
    RelTraitSet traits = input.getCluster().traitSetOf(CONVENTION);
    return traits.getTrait(RelCollationTraitDef.INSTANCE) == null
        ? traits.plus(collation)
        : traits.replace(collation);
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  public PacelineSort copy(
      RelTraitSet traitSet,
      RelNode input,
      RelCollation collation,
      @Nullable RexNode offset,
      @Nullable RexNode fetch) {
    return new PacelineSort(input, collation, offset, fetch, rows);
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
