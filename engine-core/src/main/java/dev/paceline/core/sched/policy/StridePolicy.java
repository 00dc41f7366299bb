package dev.paceline.core.sched.policy;

import java.util.List;

/**
 * Shares of the workers' time in proportion to priorities, without chance: the query is next that
 * has had the least time for its priority (stride scheduling, Waldspurger and Weihl 1995, with the
 * time of orders for quanta). Shares are exact to within an order, where a lottery needs many
 * draws.
 *
 * <p>An order is charged with its predicted time when it begins, and with the difference when it
 * ends. Who comes starts with the time of who is served; who has no orders for a while saves up at
 * most {@link #MAX_CREDIT_NANOS}.
 */
public final class StridePolicy implements SchedulingPolicy {
  /** How far a query may be behind the one that is served. */
  static final double MAX_CREDIT_NANOS = 50e6;

  /** The pass of the query that was served last. */
  private double served;

  @Override
  public void add(Contender query) {
    query.pass = served;
  }

  @Override
  public Contender choose(List<Contender> candidates) {
    Contender best = candidates.getFirst();
    double least = best.pass;
    for (int i = 1; i < candidates.size(); i++) {
      Contender other = candidates.get(i);
      if (other.pass < least) {
        best = other;
        least = other.pass;
      }
    }
    return best;
  }

  @Override
  public void began(Contender query) {
    query.pass = Math.max(query.pass, served - MAX_CREDIT_NANOS);
    served = Math.max(served, query.pass);
    query.pass += charge(query, query.times().predicted());
  }

  @Override
  public void ended(Contender query, double predicted, long nanos) {
    query.pass += (double) nanos / query.priority() - charge(query, predicted);
  }

  private static double charge(Contender query, double nanos) {
    return Double.isNaN(nanos) ? 0 : nanos / query.priority();
  }
}
