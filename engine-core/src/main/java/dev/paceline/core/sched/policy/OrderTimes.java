package dev.paceline.core.sched.policy;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Predicts how long the next work order of a query takes (Quickstep §2.11). A {@link Model}
 * predicts for each operator that has not ended from its latest times; the prediction for the query
 * is the mean of these, weighted by the number of times. Times of one operator change with its
 * data, and those of a query with its operators, so old times and ended operators do not count. Not
 * thread-safe.
 */
public final class OrderTimes {
  /** The number of times that are kept of an operator. */
  private static final int KEPT = 10;

  private final Model model;
  private final Map<Integer, Ring> operators = new HashMap<>();
  private final BitSet ended = new BitSet();
  private double predicted;

  /** Predicts the time of the next order of one operator. */
  @FunctionalInterface
  public interface Model {
    /**
     * Predicts the next time.
     *
     * @param nanos the latest times in nanoseconds, the oldest first
     * @param count the number of times, at least 1
     */
    double predict(long[] nanos, int count);
  }

  /** The latest times of one operator, the oldest first. */
  private static final class Ring {
    final long[] nanos = new long[KEPT];
    int count;

    void add(long time) {
      if (count == KEPT) {
        System.arraycopy(nanos, 1, nanos, 0, --count);
      }
      nanos[count++] = time;
    }
  }

  /** Creates a prediction by the mean that knows nothing yet. */
  public OrderTimes() {
    this(Double.NaN);
  }

  /**
   * Creates a prediction by the mean.
   *
   * @param prior the nanoseconds to predict until an order has ended; NaN if they are unknown
   */
  public OrderTimes(double prior) {
    this(prior, OrderTimes::mean);
  }

  /**
   * Creates a prediction by a model.
   *
   * @param prior the nanoseconds to predict until an order has ended; NaN if they are unknown
   * @param model the model of the times of one operator
   */
  public OrderTimes(double prior, Model model) {
    this.predicted = prior;
    this.model = model;
  }

  /**
   * Returns the mean of some times.
   *
   * @param nanos the times in nanoseconds
   * @param count the number of times, at least 1
   */
  public static double mean(long[] nanos, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += nanos[i];
    }
    return (double) sum / count;
  }

  /** Adds the time of an order that has ended. It does not count if its operator has ended, too. */
  public void add(int operator, long nanos) {
    if (!ended.get(operator)) {
      operators.computeIfAbsent(operator, key -> new Ring()).add(nanos);
      predict();
    }
  }

  /** Forgets the times of an operator that has no more orders. */
  public void end(int operator) {
    ended.set(operator);
    if (operators.remove(operator) != null) {
      predict();
    }
  }

  /** Updates the prediction. It stays as it is if no operator that has not ended has times. */
  private void predict() {
    double sum = 0;
    int count = 0;
    for (Ring ring : operators.values()) {
      sum += ring.count * model.predict(ring.nanos, ring.count);
      count += ring.count;
    }
    if (sum > 0) {
      predicted = sum / count;
    }
  }

  /** Returns the predicted nanoseconds of the next order; NaN if they are unknown. */
  public double predicted() {
    return predicted;
  }
}
