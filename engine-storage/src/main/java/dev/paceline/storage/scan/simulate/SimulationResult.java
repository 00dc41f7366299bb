package dev.paceline.storage.scan.simulate;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run has cost.
 *
 * @param loads units read
 * @param cpuSeconds that all scans together computed
 * @param references chunks in the order in which scans were given them
 * @param spans what happened when, for pictures
 */
public record SimulationResult(
    List<QueryTime> queries,
    List<Double> streamSeconds,
    long loads,
    long bytes,
    double cpuSeconds,
    List<ChunkReference> references,
    List<Span> spans) {

  /** When a query ran. */
  public record QueryTime(SimulatedQuery query, double start, double end) {
    public double seconds() {
      return end - start;
    }
  }

  /** What a span of time was spent on. */
  public enum Activity {
    READ,
    PROCESS
  }

  /**
   * @param query number of the scan that computed, or -1
   */
  public record Span(Activity activity, int chunk, int query, double from, double to) {}

  public double averageStreamSeconds() {
    return streamSeconds.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  public double averageSeconds() {
    return queries.stream().mapToDouble(QueryTime::seconds).average().orElse(0);
  }

  /** When the last query ended. */
  public double totalSeconds() {
    return queries.stream().mapToDouble(QueryTime::end).max().orElse(0);
  }

  /** How much longer each query took than one of its type alone. */
  public DoubleSummaryStatistics slowdowns(Map<String, Double> baseSeconds) {
    return queries.stream()
        .mapToDouble(time -> time.seconds() / base(baseSeconds, time.query().type()))
        .summaryStatistics();
  }

  private static double base(Map<String, Double> baseSeconds, String type) {
    Double base = baseSeconds.get(type);
    if (base == null) {
      throw new IllegalArgumentException("no base time of " + type);
    }
    return base;
  }

  /**
   * The mean over the types of their mean latency by what a query of the type takes alone. It is
   * the mean over types, not over queries.
   */
  public double normalizedLatency(Map<String, Double> baseSeconds) {
    Map<String, List<Double>> byType = new TreeMap<>();
    for (QueryTime time : queries) {
      byType.computeIfAbsent(time.query.type(), unused -> new ArrayList<>()).add(time.seconds());
    }
    double sum = 0;
    for (Map.Entry<String, List<Double>> type : byType.entrySet()) {
      double mean = type.getValue().stream().mapToDouble(Double::doubleValue).average().orElse(0);
      sum += mean / base(baseSeconds, type.getKey());
    }
    return sum / byType.size();
  }
}
