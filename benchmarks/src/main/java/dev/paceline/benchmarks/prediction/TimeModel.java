package dev.paceline.benchmarks.prediction;

import dev.paceline.core.sched.policy.OrderTimes;

/**
 * Models of the time of an operator's next order. Quickstep §2.11 names autoregression, and gives
 * neither its order nor how to fit it. The engine uses {@link #MEAN}.
 */
enum TimeModel implements OrderTimes.Model {
  /** The mean of the latest times. */
  MEAN {
    @Override
    public double predict(long[] nanos, int count) {
      return OrderTimes.mean(nanos, count);
    }
  },

  /** The exponentially weighted moving average, in which later times count more. */
  SMOOTHED {
    @Override
    public double predict(long[] nanos, int count) {
      double value = nanos[0];
      for (int i = 1; i < count; i++) {
        value += WEIGHT_OF_LATEST * (nanos[i] - value);
      }
      return value;
    }
  },

  /**
   * Autoregression of order 1: least squares fit a line through all pairs of successive times, and
   * the line predicts the next time from the last one. Few times, or equal ones, give their mean.
   */
  AUTOREGRESSIVE {
    @Override
    public double predict(long[] nanos, int count) {
      double mean = OrderTimes.mean(nanos, count);
      if (count < MIN_TIMES) {
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
      if (variance <= MIN_VARIATION * meanBefore * meanBefore * pairs) {
        return mean;
      }
      double slope = Math.clamp(covariance / variance, -MAX_SLOPE, MAX_SLOPE);
      double next = meanAfter + slope * (nanos[count - 1] - meanBefore);
      return Math.clamp(next, mean / MAX_CHANGE, mean * MAX_CHANGE);
    }
  };

  private static final double WEIGHT_OF_LATEST = 0.3;
  private static final int MIN_TIMES = 4;
  private static final double MIN_VARIATION = 1e-6;
  private static final double MAX_SLOPE = 0.98;
  private static final double MAX_CHANGE = 4;
}
