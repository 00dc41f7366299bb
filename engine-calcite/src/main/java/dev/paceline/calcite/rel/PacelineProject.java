package dev.paceline.calcite.rel;

import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;

/** Computes expressions of each row. */
public final class PacelineProject extends Project implements PacelineRel {
  private final double rows;

  public PacelineProject(
      RelNode input, List<? extends RexNode> projects, RelDataType rowType, double rows) {
    super(
        input.getCluster(),
        input.getCluster().traitSetOf(CONVENTION),
        List.of(),
        input,
        projects,
        rowType,
        Set.of());
    this.rows = rows;
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  public PacelineProject copy(
      RelTraitSet traitSet, RelNode input, List<RexNode> projects, RelDataType rowType) {
    return new PacelineProject(input, projects, rowType, rows);
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows;
  }
}
