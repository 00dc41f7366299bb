package dev.paceline.benchmarks.chart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * A chart of lines.
 *
 * @param title above it
 * @param xTitle what is measured to the right
 * @param yTitle what is measured upwards
 * @param logarithmic whether distances upwards are ratios; else they start from zero
 */
public record LineChart(
    String title, String xTitle, String yTitle, boolean logarithmic, List<Line> lines) {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 480;

  /**
   * One line.
   *
   * @param name for the legend
   * @param ys a value for each of {@code xs}
   */
  public record Line(String name, double[] xs, double[] ys) {}

  /**
   * Writes it as PNG and as SVG.
   *
   * @param file without what tells the format; the folder exists
   */
  public void write(Path file) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    if (logarithmic) {
      chart.getStyler().setYAxisLogarithmic(true);
    } else {
      chart.getStyler().setYAxisMin(0.0);
    }
    for (Line line : lines) {
      chart.addSeries(line.name(), line.xs(), line.ys());
    }
    try {
      BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
      VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsFormat.SVG);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
