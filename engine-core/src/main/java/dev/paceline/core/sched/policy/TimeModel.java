package dev.paceline.core.sched.policy;

/**
 * What the latest times of an operator's orders say about the next one (Quickstep §2.11, which
 * names autoregression and gives neither order nor fitting). Pure.
 */
public enum TimeModel {
  /** All count alike. */
  MEAN {
    @Override
    double predict(long[] nanos, int count) {
      return mean(nanos, count);
    }
  },

  /** The later, the more they count: an exponentially weighted moving average. */
  SMOOTHED {
    @Override
    double predict(long[] nanos, int count) {
      double value = nanos[0];
      for (int i = 1; i < count; i++) {
        value += WEIGHT_OF_LATEST * (nanos[i] - value);
      }
      return value;
    }
  },

  /**
   * Each follows from the one before, as a line through all pairs says (least squares): where times
   * rise or fall, they go on to. The mean where there are few, or all are alike.
   */
  AUTOREGRESSIVE {
    @Override
    double predict(long[] nanos, int count) {
      double mean = mean(nanos, count);
      if (count < LEAST_TIMES) {
        return mean;
      }
      int pairs = count - 1;
      double meanBefore = (mean * count - nanos[count - 1]) / pairs;
      double meanAfter = (mean * count - nanos[0]) / pairs;
      double variance = 0;
      double covariance = 0;
      for (int i = 0; i < pairs; i++) {
        double before = nanos[i] - meanBefore;
        variance += before * before;
        covariance += before * (nanos[i + 1] - meanAfter);
      }
      if (variance <= LEAST_VARIATION * meanBefore * meanBefore * pairs) {
        return mean;
      }
      double slope = Math.clamp(covariance / variance, -MOST_SLOPE, MOST_SLOPE);
      double next = meanAfter + slope * (nanos[count - 1] - meanBefore);
      return Math.clamp(next, mean / MOST_CHANGE, mean * MOST_CHANGE);
    }
  };

  private static final double WEIGHT_OF_LATEST = 0.3;
  private static final int LEAST_TIMES = 4;
  private static final double LEAST_VARIATION = 1e-6;
  private static final double MOST_SLOPE = 0.98;
  private static final double MOST_CHANGE = 4;

  /**
   * Predicts the next time.
   *
   * @param nanos the times, the oldest first
   * @param count of the times, at least 1
   */
  abstract double predict(long[] nanos, int count);

  private static double mean(long[] nanos, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += nanos[i];
    }
    return (double) sum / count;
  }
}
