package dev.paceline.core.sched.policy;

import java.util.List;

/**
 * Chooses the query whose work order a worker runs next. A policy knows what it is told, and
 * nothing else: no clock, no threads. Not thread-safe.
 *
 * <p>A decision may take several calls of {@link #choose}: a query that turns out to have no order
 * now is left out of the next one, so that no worker waits while any query has work.
 */
public interface SchedulingPolicy {
  /** A query has come. */
  default void add(Contender query) {}

  /** A query has gone. */
  default void remove(Contender query) {}

  /**
   * Chooses one of some queries.
   *
   * @param candidates at least one, all of them added before
   */
  Contender choose(List<Contender> candidates);

  /** The chosen query had an order, which begins now. */
  default void began(Contender query) {}

  /**
   * An order has ended.
   *
   * @param predicted what the query's {@link OrderTimes} said before, NaN for nothing
   * @param nanos that it took
   */
  default void ended(Contender query, double predicted, long nanos) {}
}
