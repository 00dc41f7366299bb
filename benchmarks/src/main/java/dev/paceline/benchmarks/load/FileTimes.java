package dev.paceline.benchmarks.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.paceline.benchmarks.frame.Runs;

/**
 * The measured times of one kind of work on a file, such as loading it or a query over it.
 *
 * @param bytes the length of the file
 */
record FileTimes(String work, int threads, long bytes, Runs paceline, Runs duckDb) {
  private static final double BYTES_PER_MILLI_OF_MEGABYTES = 1e3;

  /** Returns Paceline's time divided by DuckDB's; below 1 if Paceline is faster. */
  @JsonProperty
  double ratio() {
    return paceline.millis() / duckDb.millis();
  }

  /**
   * Returns Paceline's CPU time divided by DuckDB's, which other programs on the machine change
   * less than the elapsed time; NaN with several threads, of which DuckDB's are not Java's.
   */
  @JsonProperty
  double cpuRatio() {
    return threads == 1 ? paceline.cpuMillis() / duckDb.cpuMillis() : Double.NaN;
  }

  /** Whether Paceline had columns of the file in memory. */
  boolean isCached() {
    return work.endsWith("cached");
  }

  /** Returns the megabytes of the file that one of them handles in a second. */
  double rate(Runs runs) {
    return bytes / runs.millis() / BYTES_PER_MILLI_OF_MEGABYTES;
  }
}
