package dev.paceline.core.sched.policy;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Predicts how long the next work order of a query takes: the mean of the latest times of each
 * operator that has not ended, all together (Quickstep §2.11; what an operator needs changes with
 * its data, what a query needs with its operators). Not thread-safe.
 */
public final class OrderTimes {
  /** Times that are kept of an operator. */
  private static final int KEPT = 10;

  private final Map<Integer, Ring> operators = new HashMap<>();
  private final BitSet ended = new BitSet();
  private double predicted;

  /** The latest times of one operator. */
  private static final class Ring {
    final long[] nanos = new long[KEPT];
    int count;
    int next;

    void add(long time) {
      nanos[next] = time;
      next = (next + 1) % KEPT;
      count = Math.min(KEPT, count + 1);
    }

    long sum() {
      long sum = 0;
      for (int i = 0; i < count; i++) {
        sum += nanos[i];
      }
      return sum;
    }
  }

  /** Nothing is known yet. */
  public OrderTimes() {
    this(Double.NaN);
  }

  /**
   * @param prior nanoseconds to predict until an order has ended; NaN for no idea
   */
  public OrderTimes(double prior) {
    this.predicted = prior;
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
    long sum = 0;
    int count = 0;
    for (Ring ring : operators.values()) {
      sum += ring.sum();
      count += ring.count;
    }
    if (sum > 0) {
      predicted = (double) sum / count;
    }
  }

  /** Nanoseconds; NaN if there is no idea. */
  public double predicted() {
    return predicted;
  }
}
