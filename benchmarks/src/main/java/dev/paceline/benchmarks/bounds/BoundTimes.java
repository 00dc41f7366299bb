package dev.paceline.benchmarks.bounds;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.paceline.benchmarks.frame.Runs;

/**
 * The times of one query.
 *
 * @param query its label
 * @param hand the runs of the program written by hand
 * @param sql the runs of SQL
 * @param bytes of the blocks that it needs
 * @param readMillis the least time that this machine takes to read them
 */
record BoundTimes(String query, Runs hand, Runs sql, long bytes, double readMillis) {
  /** Returns SQL's time over that of the program written by hand. */
  @JsonProperty
  double ratio() {
    return sql.millis() / hand.millis();
  }

  /** Returns the same of the processors' time. */
  @JsonProperty
  double cpuRatio() {
    return sql.cpuMillis() / hand.cpuMillis();
  }
}
