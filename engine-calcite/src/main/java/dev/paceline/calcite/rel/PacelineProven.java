package dev.paceline.calcite.rel;

import dev.paceline.calcite.table.UniqueColumn;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.metadata.RelMetadataQuery;

/**
 * The rows of its input, if what the input rests on holds in the snapshots that a query gets; else
 * the same rows from a plan that rests on nothing. EXPLAIN shows the input only.
 */
public final class PacelineProven extends SingleRel implements PacelineRel {
  private final PacelineRel otherwise;
  private final Set<UniqueColumn> proofs;

  /**
   * @param input what to run if all {@code proofs} hold
   * @param otherwise of the same row type
   */
  public PacelineProven(PacelineRel input, PacelineRel otherwise, Set<UniqueColumn> proofs) {
    super(input.getCluster(), input.getTraitSet(), input);
    this.otherwise = otherwise;
    this.proofs = Set.copyOf(proofs);
  }

  public PacelineRel otherwise() {
    return otherwise;
  }

  public Set<UniqueColumn> proofs() {
    return proofs;
  }

  @Override
  public double rows() {
    return input(0).rows();
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new PacelineProven((PacelineRel) inputs.getFirst(), otherwise, proofs);
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows();
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("unique", proofs.stream().map(UniqueColumn::toString).sorted().toList());
  }
}
