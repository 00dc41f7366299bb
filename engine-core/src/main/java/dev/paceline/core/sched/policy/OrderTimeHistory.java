package dev.paceline.core.sched.policy;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Predicts the time of a query's orders until it has orders of its own: by the mean of the last run
 * of the same statement, or else by the mean of all remembered statements. Not thread-safe.
 */
public final class OrderTimeHistory {
  /** The number of statements that are remembered, which are those that ended last. */
  private static final int REMEMBERED = 256;

  private final Map<String, Double> means = new LinkedHashMap<>();
  private double sum;

  /** Remembers the mean time of the orders of a query that has ended. */
  public void ended(String statement, long orders, long nanos) {
    if (orders == 0) {
      return;
    }
    forget(statement);
    if (means.size() == REMEMBERED) {
      forget(means.keySet().iterator().next());
    }
    double mean = (double) nanos / orders;
    means.put(statement, mean);
    sum += mean;
  }

  private void forget(String statement) {
    Double mean = means.remove(statement);
    if (mean != null) {
      sum -= mean;
    }
  }

  /** Returns the predicted nanoseconds of a statement's first orders; NaN if they are unknown. */
  public double prior(String statement) {
    Double known = means.get(statement);
    if (known != null) {
      return known;
    }
    return means.isEmpty() ? Double.NaN : sum / means.size();
  }
}
