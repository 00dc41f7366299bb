package dev.paceline.benchmarks.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.paceline.benchmarks.frame.Runs;
import org.jspecify.annotations.Nullable;

/**
 * The times of one query.
 *
 * @param suite the name of its suite
 * @param query its label
 * @param threads of either side
 * @param ours the runs of Paceline
 * @param theirs the runs of the peer
 * @param failure the reason why there are no runs; null if there are
 */
record QueryTimes(
    String suite, String query, int threads, Runs ours, Runs theirs, @Nullable String failure) {
  /** Returns our time over theirs: below 1 Paceline is faster. */
  @JsonProperty
  double ratio() {
    return ours.millis() / theirs.millis();
  }
}
