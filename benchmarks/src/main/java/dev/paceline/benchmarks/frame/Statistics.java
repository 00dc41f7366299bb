package dev.paceline.benchmarks.frame;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** Figures that stand for many measurements. All are NaN of no measurements. */
public final class Statistics {
  private Statistics() {}

  /** Returns the median: the mean of the two values in the middle if their number is even. */
  public static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted.length == 0
        ? Double.NaN
        : (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
  }

  /** Returns the median of a value of each item. */
  public static <T> double median(Collection<T> items, ToDoubleFunction<T> value) {
    return median(items.stream().mapToDouble(value));
  }

  /**
   * Returns the value that a share of all values does not exceed.
   *
   * @param share from 0 for the smallest value to 1 for the largest
   */
  public static double quantile(DoubleStream values, double share) {
    double[] sorted = values.toArray();
    Arrays.sort(sorted);
    return sorted.length == 0
        ? Double.NaN
        : sorted[(int) Math.min(sorted.length - 1, share * sorted.length)];
  }

  /** Returns the geometric mean of positive values. */
  public static double geometricMean(DoubleStream values) {
    return Math.exp(values.map(Math::log).average().orElse(Double.NaN));
  }

  /** Returns the geometric mean of a positive value of each item. */
  public static <T> double geometricMean(Collection<T> items, ToDoubleFunction<T> value) {
    return geometricMean(items.stream().mapToDouble(value));
  }

  /** Returns the sum of a value of each item. */
  public static <T> double sum(Collection<T> items, ToDoubleFunction<T> value) {
    return items.stream().mapToDouble(value).sum();
  }
}
