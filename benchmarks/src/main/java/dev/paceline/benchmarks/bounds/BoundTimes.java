package dev.paceline.benchmarks.bounds;

import dev.paceline.benchmarks.suite.Timing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The times of one query.
 *
 * @param byHand of each run of the program written by hand
 * @param sql of each run of SQL
 * @param bytes of the blocks that it needs
 * @param failure why there are no times; null if there are
 */
record BoundTimes(
    int query, List<Timing> byHand, List<Timing> sql, long bytes, @Nullable String failure) {
  static BoundTimes failed(int query, String failure) {
    return new BoundTimes(query, List.of(), List.of(), 0, failure);
  }

  double handMillis() {
    return Timing.median(byHand, Timing::nanos);
  }

  double sqlMillis() {
    return Timing.median(sql, Timing::nanos);
  }

  double handCpuMillis() {
    return Timing.median(byHand, Timing::cpuNanos);
  }

  double sqlCpuMillis() {
    return Timing.median(sql, Timing::cpuNanos);
  }

  /** SQL's time over that of the program written by hand. */
  double ratio() {
    return sqlMillis() / handMillis();
  }

  /** The same of the processors' time. */
  double cpuRatio() {
    return sqlCpuMillis() / handCpuMillis();
  }
}
