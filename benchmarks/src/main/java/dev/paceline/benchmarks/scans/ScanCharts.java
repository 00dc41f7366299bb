package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.frame.Charts;
import dev.paceline.benchmarks.frame.LineChart;
import dev.paceline.benchmarks.frame.LineChart.Line;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Draws the points of each experiment, one line for each policy. */
final class ScanCharts {
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

  static void write(List<ScanPoint> points, Charts charts) throws IOException {
    for (List<ScanPoint> all : grouped(points, ScanPoint::experiment)) {
      draw("read", "read, GB", all, ScanPoint::gigabytes, charts);
      draw("stream", "mean stream time, s", all, ScanPoint::streamSeconds, charts);
      draw("latency", "normalised latency", all, ScanPoint::normalizedLatency, charts);
    }
  }

  private static void draw(
      String metric,
      String title,
      List<ScanPoint> points,
      ToDoubleFunction<ScanPoint> value,
      Charts charts)
      throws IOException {
    String experiment = points.getFirst().experiment();
    if (points.stream().noneMatch(point -> Double.isNaN(value.applyAsDouble(point)))) {
      List<Line> lines =
          grouped(points, ScanPoint::policy).stream()
              .map(line -> Line.of(line.getFirst().policy(), line, ScanPoint::x, value))
              .toList();
      String xTitle = X_TITLES.getOrDefault(experiment, "x");
      charts.draw(
          experiment + "-" + metric,
          () -> new LineChart(experiment + ": " + title, xTitle, title, false, lines));
    }
  }

  private static List<List<ScanPoint>> grouped(
      List<ScanPoint> points, Function<ScanPoint, String> key) {
    return new ArrayList<>(
        points.stream()
            .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()))
            .values());
  }
}
