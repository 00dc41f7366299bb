package dev.paceline.calcite.rel;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;

/** Literal rows. */
public final class PacelineValues extends Values implements PacelineRel {
  public PacelineValues(
      RelOptCluster cluster, RelDataType rowType, ImmutableList<ImmutableList<RexLiteral>> rows) {
    super(cluster, rowType, rows, cluster.traitSetOf(CONVENTION));
  }

  @Override
  public double rows() {
    return tuples.size();
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }
}
