package dev.paceline.benchmarks.memory;

import dev.paceline.benchmarks.suite.Timing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The times of one query.
 *
 * @param query its name
 * @param peakBytes what it takes if it may
 * @param usual of each run with all the memory it wants
 * @param limited with parts of that, in the order of the settings
 * @param theirs of each run of the peer with all the memory it wants
 */
record MemoryTimes(
    String query, long peakBytes, List<Timing> usual, List<Limited> limited, List<Timing> theirs) {
  /**
   * The same with less memory.
   *
   * @param limitBytes the query's memory
   * @param writtenBytes to temporary files, of one run
   * @param runs of each run
   * @param theirs of each run of the peer under the same limit; empty if it failed
   * @param theirFailure why it did; null if it did not
   */
  record Limited(
      long limitBytes,
      long writtenBytes,
      List<Timing> runs,
      List<Timing> theirs,
      @Nullable String theirFailure) {}

  double usualMillis() {
    return Timing.median(usual, Timing::nanos);
  }

  /** What the limit costs: the time with it over the time without. */
  double ratio(Limited less) {
    return Timing.median(less.runs(), Timing::nanos) / usualMillis();
  }

  /** Of what the threads spent: other programs on the machine change it least. */
  double cpuRatio(Limited less) {
    return Timing.median(less.runs(), Timing::cpuNanos) / Timing.median(usual, Timing::cpuNanos);
  }
}
