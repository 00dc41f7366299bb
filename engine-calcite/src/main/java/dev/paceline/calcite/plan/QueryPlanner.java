package dev.paceline.calcite.plan;

import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;

/**
 * Plans queries in phases: from the logical expression that Calcite's validator made to a physical
 * one in the ENUMERABLE convention, of which the engine runs as much as it can.
 */
public final class QueryPlanner {
  private QueryPlanner() {}

  /**
   * @param logical made with {@code expand=false} and without decorrelation
   * @param required traits of the result: ENUMERABLE, and possibly an order
   */
  public static RelNode plan(RelNode logical, RelTraitSet required) {
    throw new UnsupportedOperationException(logical.getRelTypeName() + required);
  }
}
