package dev.paceline.calcite.runtime;

import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.core.engine.RunningQuery;
import dev.paceline.core.plan.PlanNode;
import org.apache.calcite.DataContext;

/**
 * Runs plans for one connection. Whoever binds a statement puts one into the {@link DataContext}
 * under {@link #KEY}.
 */
@FunctionalInterface
public interface QueryExecutor {
  /** The name of the executor in the {@link DataContext}. */
  String KEY = "paceline.executor";

  /**
   * Starts a query; the caller closes what it gets.
   *
   * @param rel what the plan was made of
   */
  RunningQuery execute(PacelineRel rel, PlanNode plan, DataContext context);

  /** Hears which node of a plan, to be executed next, delivers the rows of an expression. */
  default void lowered(PacelineRel rel, PlanNode node) {}
}
