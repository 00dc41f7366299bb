package dev.paceline.core.sched.policy;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Predicts how long the next work order of a query takes: what a {@link TimeModel} makes of the
 * latest times of each operator that has not ended, weighted by how many they are (Quickstep §2.11;
 * what an operator needs changes with its data, what a query needs with its operators). Not
 * thread-safe.
 */
public final class OrderTimes {
  /** Times that are kept of an operator. */
  private static final int KEPT = 10;

  private final TimeModel model;
  private final Map<Integer, Ring> operators = new HashMap<>();
  private final BitSet ended = new BitSet();
  private double predicted;

  /** The latest times of one operator. */
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

  /** Nothing is known yet; the mean is predicted. */
  public OrderTimes() {
    this(Double.NaN, TimeModel.MEAN);
  }

  /**
   * @param prior nanoseconds to predict until an order has ended; NaN for no idea
   * @param model of the times of one operator
   */
  public OrderTimes(double prior, TimeModel model) {
    this.predicted = prior;
    this.model = model;
  }

  /** An order has ended. Those whose operator has ended as well come late, and do not count. */
  public void add(int operator, long nanos) {
    if (!ended.get(operator)) {
      operators.computeIfAbsent(operator, key -> new Ring()).add(nanos);
      predict();
    }
  }

  /** An operator has no more orders: its times say nothing about the next one. */
  public void end(int operator) {
    ended.set(operator);
    if (operators.remove(operator) != null) {
      predict();
    }
  }

  /** Keeps the last prediction while no time is known of any operator that has not ended. */
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

  /** Nanoseconds; NaN if there is no idea. */
  public double predicted() {
    return predicted;
  }
}
