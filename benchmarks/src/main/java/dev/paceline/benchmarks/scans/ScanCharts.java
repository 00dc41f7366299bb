package dev.paceline.benchmarks.scans;

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
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

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
    XYChart chart =
        new XYChartBuilder()
            .width(760)
            .height(480)
            .title(experiment + ": " + title)
            .xAxisTitle(X_TITLES.getOrDefault(experiment, "x"))
            .yAxisTitle(title)
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    chart.getStyler().setYAxisMin(0.0);
    Map<String, List<ScanPoint>> policies = new LinkedHashMap<>();
    for (ScanPoint point : points) {
      policies.computeIfAbsent(point.policy(), unused -> new ArrayList<>()).add(point);
    }
    policies.forEach(
        (policy, all) ->
            chart.addSeries(
                policy,
                all.stream().mapToDouble(ScanPoint::x).toArray(),
                all.stream().mapToDouble(value).toArray()));
    String file = folder.resolve(experiment + "-" + metric).toString();
    try {
      BitmapEncoder.saveBitmap(chart, file, BitmapFormat.PNG);
      VectorGraphicsEncoder.saveVectorGraphic(chart, file, VectorGraphicsFormat.SVG);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
