package dev.paceline.benchmarks.techniques;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paceline.benchmarks.suite.JsonReport;
import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.kernel.SimdSupport;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects times, prints what doing without each technique costs, and writes all as JSON. */
public final class TechniqueReport {
  private static final String SIMD = "simd";

  private final double scale;
  private final int threads;
  private final Repetitions repetitions;
  private final Map<String, Double> withoutSimd;
  private final List<TechniqueTimes> all = new ArrayList<>();
  private final List<OrderTimes> orders = new ArrayList<>();

  /**
   * @param withoutSimd milliseconds of queries in a process without SIMD; empty for no such column
   */
  TechniqueReport(
      double scale, int threads, Repetitions repetitions, Map<String, Double> withoutSimd) {
    this.scale = scale;
    this.threads = threads;
    this.repetitions = repetitions;
    this.withoutSimd = Map.copyOf(withoutSimd);
  }

  /**
   * CPU milliseconds of the queries with all techniques in the report of an earlier process, which
   * ran without SIMD.
   */
  public static Map<String, Double> readWithoutSimd(Path file, double scale) throws IOException {
    JsonNode root = new ObjectMapper().readTree(file.toFile());
    if (root.path(SIMD).asBoolean(true) || root.path("scale").asDouble() != scale) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          file
              + " is no report of this scale from a process without SIMD: write it with"
              + " PACELINE_OPTS=-Dpaceline.simd=off and --json");
    }
    Map<String, Double> millis = new HashMap<>();
    for (JsonNode query : root.path("queries")) {
      millis.put(query.path("query").asText(), query.path("cpuMillis").asDouble());
    }
    return millis;
  }

  void begin(PrintStream out) {
    out.println(
        Text.format(
            "TPC-H scale %s, threads %d, median CPU milliseconds of %d runs with all techniques"
                + " (SIMD %s); then the ratio without one:",
            Text.number(scale),
            threads,
            repetitions.rounds(),
            SimdSupport.isEnabled() ? "on" : "off"));
    StringBuilder line = new StringBuilder(Text.format("%-6s %10s", "query", "all"));
    for (Technique technique : Technique.values()) {
      line.append(Text.format(" %" + width(technique) + "s", technique.key()));
    }
    if (!withoutSimd.isEmpty()) {
      line.append(Text.format(" %10s", SIMD));
    }
    out.println(line);
    out.flush();
  }

  void add(TechniqueTimes times, PrintStream out) {
    all.add(times);
    StringBuilder line =
        new StringBuilder(Text.format("Q%-5s %10.2f", times.query(), times.usualCpuMillis()));
    for (Technique technique : Technique.values()) {
      line.append(Text.format(" %" + width(technique) + ".2f", times.cpuRatio(technique)));
    }
    Double simd = withoutSimd.get(times.query());
    if (simd != null) {
      line.append(Text.format(" %10.2f", simd / times.usualCpuMillis()));
    }
    out.println(line);
    out.flush();
  }

  void end(PrintStream out) {
    StringBuilder line =
        new StringBuilder(
            Text.format(
                "%-6s %10.2f",
                "mean", all.stream().mapToDouble(TechniqueTimes::usualCpuMillis).sum()));
    for (Technique technique : Technique.values()) {
      double[] ratios = all.stream().mapToDouble(times -> times.cpuRatio(technique)).toArray();
      line.append(Text.format(" %" + width(technique) + ".2f", geometricMean(ratios)));
    }
    double[] simd =
        all.stream()
            .filter(times -> withoutSimd.containsKey(times.query()))
            .mapToDouble(times -> withoutSimd.get(times.query()) / times.usualCpuMillis())
            .toArray();
    if (simd.length > 0) {
      line.append(Text.format(" %10.2f", geometricMean(simd)));
    }
    out.println(line + "  (total; geometric means)");
    out.flush();
  }

  private static int width(Technique technique) {
    return Math.max(10, technique.key().length());
  }

  private static double geometricMean(double[] values) {
    double logarithms = 0;
    for (double value : values) {
      logarithms += Math.log(value);
    }
    return Math.exp(logarithms / values.length);
  }

  void beginOrders(int count, PrintStream out) {
    out.println();
    out.println(
        Text.format(
            "%d random join orders, CPU milliseconds: the planner's order; the best, middle and"
                + " worst random one",
            count));
    out.println(
        Text.format(
            "%-6s %-18s %10s %10s %10s %10s %14s",
            "query", "runtime filters", "planned", "best", "middle", "worst", "worst/planned"));
    out.flush();
  }

  void add(OrderTimes times, PrintStream out) {
    orders.add(times);
    print(times.query(), "on", times.planned().withFilters(), times.sortedWithFilters(), out);
    print(times.query(), "off", times.planned().without(), times.sortedWithout(), out);
    out.flush();
  }

  private static void print(
      String query, String filters, double planned, double[] sorted, PrintStream out) {
    double worst = sorted[sorted.length - 1];
    out.println(
        Text.format(
            "Q%-5s %-18s %10.2f %10.2f %10.2f %10.2f %14.2f",
            query, filters, planned, sorted[0], sorted[sorted.length / 2], worst, worst / planned));
  }

  /** The times of join orders, a query each. */
  public List<OrderTimes> orders() {
    return List.copyOf(orders);
  }

  /** Everything that was measured. */
  public byte[] toJson() throws IOException {
    ObjectNode root = JsonReport.of("techniques");
    root.put("scale", scale).put("threads", threads).put(SIMD, SimdSupport.isEnabled());
    repetitions.writeTo(root);
    var queries = root.putArray("queries");
    for (TechniqueTimes times : all) {
      ObjectNode query = queries.addObject();
      query.put("query", times.query()).put("cpuMillis", times.usualCpuMillis());
      query.putPOJO("runs", times.usual());
      ObjectNode without = query.putObject("without");
      times.without().forEach((technique, runs) -> without.putPOJO(technique.key(), runs));
    }
    root.putPOJO("joinOrders", orders);
    return JsonReport.bytes(root);
  }
}
