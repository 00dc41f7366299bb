package dev.paceline.calcite.rel;

import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;

/** Joins by any condition: compares every left row with every right row, which are kept. */
public final class PacelineNestedLoopJoin extends Join implements PacelineRel {
  private final double rows;

  public PacelineNestedLoopJoin(
      RelNode left, RelNode right, RexNode condition, JoinRelType type, double rows) {
    super(
        left.getCluster(),
        left.getCluster().traitSetOf(CONVENTION),
        List.of(),
        left,
        right,
        condition,
        Set.of(),
        type);
    this.rows = rows;
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  public PacelineNestedLoopJoin copy(
      RelTraitSet traitSet,
      RexNode condition,
      RelNode left,
      RelNode right,
      JoinRelType type,
      boolean semiJoinDone) {
    return new PacelineNestedLoopJoin(left, right, condition, type, rows);
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
