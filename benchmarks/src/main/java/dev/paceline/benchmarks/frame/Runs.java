package dev.paceline.benchmarks.frame;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The times of all measured runs of one contestant.
 *
 * @param runs in their order
 */
public record Runs(List<Timing> runs) {
  /** No runs, whose medians are NaN. */
  public static final Runs NONE = new Runs(List.of());

  public Runs {
    runs = List.copyOf(runs);
  }

  /** Returns the median of the elapsed milliseconds. */
  @JsonProperty
  public double millis() {
    return Statistics.median(runs, Timing::millis);
  }

  /** Returns the median of the milliseconds that Java's threads spent on processors. */
  @JsonProperty
  public double cpuMillis() {
    return Statistics.median(runs, Timing::cpuMillis);
  }
}
