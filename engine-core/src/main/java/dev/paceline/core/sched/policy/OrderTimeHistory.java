package dev.paceline.core.sched.policy;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What orders of earlier queries say about those of a new one, until it has orders of its own: the
 * mean of the last run of the same statement, else the mean of the statements that are remembered.
 * Not thread-safe.
 */
public final class OrderTimeHistory {
  /** Statements that are remembered: those that ended last. */
  private static final int REMEMBERED = 256;

  private final Map<String, Double> means = new LinkedHashMap<>();
  private double sum;

  /** A query has ended. */
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

  /** How long the first orders of a statement may take, in nanoseconds; NaN for no idea. */
  public double prior(String statement) {
    Double known = means.get(statement);
    if (known != null) {
      return known;
    }
    return means.isEmpty() ? Double.NaN : sum / means.size();
  }
}
