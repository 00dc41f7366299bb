package dev.paceline.calcite.lower;

import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.plan.PlanNode;

/** Translates a physical relational expression into a plan of the engine, for one execution. */
public final class Lowering {
  private Lowering() {}

  /**
   * The plan of {@code rel} over snapshots of its tables as of now.
   *
   * @param parameters what the dynamic parameters stand for
   */
  public static PlanNode lower(PacelineRel rel, ParameterValues parameters) {
    throw new PacelineException(
        ErrorCode.NOT_SUPPORTED, rel.getRelTypeName() + " cannot be lowered yet");
  }
}
