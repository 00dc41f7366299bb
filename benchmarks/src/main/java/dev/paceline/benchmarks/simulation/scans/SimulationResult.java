package dev.paceline.benchmarks.simulation.scans;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The times and the reads of a simulated run.
 *
 * @param queries the start and the end of each query
 * @param streamSeconds the time that each stream took
 * @param loads the units that were read
 * @param bytes the bytes that were read
 * @param cpuSeconds the time that all scans together computed
 * @param references the chunks in the order in which scans got them
 * @param spans what happened when, for charts; empty unless it was asked for
 */
public record SimulationResult(
    List<QueryTime> queries,
    List<Double> streamSeconds,
    long loads,
    long bytes,
    double cpuSeconds,
    List<ChunkReference> references,
    List<Span> spans) {

  /** The start and the end of a query in seconds. */
  public record QueryTime(SimulatedQuery query, double start, double end) {
    /** Returns how long the query took. */
    public double seconds() {
      return end - start;
    }
  }

  /** The activity during a span. */
  public enum Activity {
    /** The device reads a unit. */
    READ,
    /** A scan computes. */
    PROCESS
  }

  /**
   * A span of time in seconds, and what happened in it.
   *
   * @param activity what happened
   * @param chunk the position of the chunk in its table
   * @param query the number of the scan that computed, or -1
   * @param from the start of the span
   * @param to the end of the span
   */
  public record Span(Activity activity, int chunk, int query, double from, double to) {}

  /** Returns the mean time of a stream. */
  public double averageStreamSeconds() {
    return streamSeconds.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  /** Returns the mean time of a query. */
  public double averageSeconds() {
    return queries.stream().mapToDouble(QueryTime::seconds).average().orElse(0);
  }

  /** Returns when the last query ended. */
  public double totalSeconds() {
    return queries.stream().mapToDouble(QueryTime::end).max().orElse(0);
  }

  /**
   * Returns the mean, over the types of queries, of the mean latency of a type divided by the
   * latency of one query of the type alone. Each type counts once, however many queries it has.
   */
  public double normalizedLatency(Map<String, Double> baseSeconds) {
    Map<String, List<Double>> byType = new TreeMap<>();
    for (QueryTime time : queries) {
      byType.computeIfAbsent(time.query.type(), unused -> new ArrayList<>()).add(time.seconds());
    }
    double sum = 0;
    for (Map.Entry<String, List<Double>> type : byType.entrySet()) {
      double mean = type.getValue().stream().mapToDouble(Double::doubleValue).average().orElse(0);
      sum += mean / baseSeconds.get(type.getKey());
    }
    return sum / byType.size();
  }
}
