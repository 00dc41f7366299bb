package dev.paceline.benchmarks.techniques;

import dev.paceline.benchmarks.suite.Timing;
import dev.paceline.core.exec.Technique;
import java.util.List;
import java.util.Map;

/**
 * The times of one query.
 *
 * @param query its name
 * @param usual of each run with all techniques
 * @param without of each run without one of them
 */
record TechniqueTimes(String query, List<Timing> usual, Map<Technique, List<Timing>> without) {
  double usualCpuMillis() {
    return Timing.median(usual, Timing::cpuNanos);
  }

  double cpuMillis(Technique technique) {
    return Timing.median(without.get(technique), Timing::cpuNanos);
  }

  /** What it costs to do without: above 1 the technique helps. */
  double cpuRatio(Technique technique) {
    return cpuMillis(technique) / usualCpuMillis();
  }
}
