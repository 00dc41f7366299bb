package dev.paceline.calcite.rel;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** Groups rows and aggregates each group. */
public final class PacelineAggregate extends Aggregate implements PacelineRel {
  private final double rows;

  public PacelineAggregate(
      RelNode input, ImmutableBitSet groupSet, List<AggregateCall> calls, double rows) {
    super(
        input.getCluster(),
        input.getCluster().traitSetOf(CONVENTION),
        List.of(),
        input,
        groupSet,
        List.of(groupSet),
        calls);
    this.rows = rows;
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  public PacelineAggregate copy(
      RelTraitSet traitSet,
      RelNode input,
      ImmutableBitSet groupSet,
      @Nullable List<ImmutableBitSet> groupSets,
      List<AggregateCall> calls) {
    return new PacelineAggregate(input, groupSet, calls, rows);
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
