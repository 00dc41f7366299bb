package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.chart.LineChart;
import dev.paceline.benchmarks.chart.LineChart.Line;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Writes points as CSV, and as charts of one line for each policy, PNG and SVG. */
public final class ScanCharts {
  private static final Map<String, String> X_TITLES =
      Map.of(
          "engine", "pool, MB",
          "basic", "streams",
          "buffer", "pool, percent of the data",
          "streams-10", "streams",
          "streams-50", "streams",
          "columns", "column sets: ABC; +DEF; +BCD; +BCD+CDE; +BCD+CDE+DEF",
          "batch", "scans",
          "ranges", "pool, chunks");

  private ScanCharts() {}

  /**
   * @param folder that exists; files of other runs are overwritten
   */
  public static void write(List<ScanPoint> points, Path folder) {
    writeCsv(points, folder);
    writeCharts(points, folder);
  }

  private static void writeCsv(List<ScanPoint> points, Path folder) {
    List<String> lines = new ArrayList<>();
    lines.add("experiment,x,policy,read_gb,min_gb,stream_s,normalized_latency");
    for (ScanPoint point : points) {
      lines.add(
          Text.format(
              "%s,%.0f,%s,%s,%s,%s,%s",
              point.experiment(),
              point.x(),
              point.policy(),
              cell(point.gigabytes()),
              cell(point.leastGigabytes()),
              cell(point.streamSeconds()),
              cell(point.normalizedLatency())));
    }
    try {
      Files.write(folder.resolve("scans.csv"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Empty for what was not measured. */
  private static String cell(double value) {
    return Double.isNaN(value) ? "" : Text.format("%.4f", value);
  }

  private static void writeCharts(List<ScanPoint> points, Path folder) {
    Map<String, List<ScanPoint>> experiments = new LinkedHashMap<>();
    for (ScanPoint point : points) {
      experiments.computeIfAbsent(point.experiment(), unused -> new ArrayList<>()).add(point);
    }
    experiments.forEach(
        (name, all) -> {
          write(name, "read", "read, GB", all, ScanPoint::gigabytes, folder);
          write(name, "stream", "mean stream time, s", all, ScanPoint::streamSeconds, folder);
          write(name, "latency", "normalised latency", all, ScanPoint::normalizedLatency, folder);
        });
  }

  private static void write(
      String experiment,
      String metric,
      String title,
      List<ScanPoint> points,
      ToDoubleFunction<ScanPoint> value,
      Path folder) {
    if (points.stream().anyMatch(point -> Double.isNaN(value.applyAsDouble(point)))) {
      return;
    }
    Map<String, List<ScanPoint>> policies = new LinkedHashMap<>();
    for (ScanPoint point : points) {
      policies.computeIfAbsent(point.policy(), unused -> new ArrayList<>()).add(point);
    }
    List<Line> lines = new ArrayList<>();
    policies.forEach(
        (policy, all) ->
            lines.add(
                new Line(
                    policy,
                    all.stream().mapToDouble(ScanPoint::x).toArray(),
                    all.stream().mapToDouble(value).toArray())));
    new LineChart(
            experiment + ": " + title, X_TITLES.getOrDefault(experiment, "x"), title, false, lines)
        .write(folder.resolve(experiment + "-" + metric));
  }
}
