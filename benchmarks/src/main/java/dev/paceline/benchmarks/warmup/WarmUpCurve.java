package dev.paceline.benchmarks.warmup;

import dev.paceline.benchmarks.frame.Statistics;
import java.util.List;

/**
 * The times of a query's runs in a fresh JVM, in order.
 *
 * @param nanos at least one
 */
public record WarmUpCurve(String query, List<Long> nanos) {
  /** Runs whose median counts, because single ones are noise. */
  private static final int WINDOW = 5;

  /** One run in this number of runs is faster than what is called the peak. */
  private static final int LUCKY = 20;

  /** A window is at the peak if it is no slower than the peak by this. */
  private static final double TOLERANCE = 1 / 0.9;

  public WarmUpCurve {
    nanos = List.copyOf(nanos);
  }

  /** The fastest time, but for a few lucky runs. */
  long peakNanos() {
    long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    return sorted[sorted.length / LUCKY];
  }

  /** Runs before the first window that is at 90 % of the peak's speed. */
  int runsBeforePeak() {
    double limit = peakNanos() * TOLERANCE;
    int from = 0;
    while (from + WINDOW < nanos.size() && median(from) > limit) {
      from++;
    }
    return from;
  }

  private double median(int from) {
    return Statistics.median(nanos.subList(from, from + WINDOW), Long::doubleValue);
  }

  /** Returns the total time of those runs. */
  long nanosBeforePeak() {
    return nanos.subList(0, runsBeforePeak()).stream().mapToLong(Long::longValue).sum();
  }
}
