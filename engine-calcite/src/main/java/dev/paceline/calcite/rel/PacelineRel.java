package dev.paceline.calcite.rel;

import org.apache.calcite.plan.Convention;
import org.apache.calcite.rel.RelNode;

/** A relational expression that the engine runs. Every input is one, too. */
public sealed interface PacelineRel extends RelNode
    permits PacelineTableScan,
        PacelineFilter,
        PacelineProject,
        PacelineHashJoin,
        PacelineNestedLoopJoin,
        PacelineAggregate,
        PacelineSort,
        PacelineExpand,
        PacelineWindow,
        PacelineUnion,
        PacelineUnnest,
        PacelineSetOperation,
        PacelineShared,
        PacelineRecursion,
        PacelineWorkingRows,
        PacelineValues,
        PacelineProven {
  /** Rows in batches of vectors, made by the engine's workers. */
  Convention CONVENTION = new Convention.Impl("PACELINE", PacelineRel.class);

  /** Rows that the planner expected when it made this. */
  double rows();

  /** An input, as what it is. */
  default PacelineRel input(int index) {
    return (PacelineRel) getInput(index);
  }
}
