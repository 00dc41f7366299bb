package dev.paceline.benchmarks.frame;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
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
 * @param xTitle the title of the horizontal axis
 * @param yTitle the title of the vertical axis
 * @param logarithmic whether the vertical axis is logarithmic; otherwise it starts at zero
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
  public record Line(String name, double[] xs, double[] ys) {
    /** Returns a line with a point for each item. */
    public static <T> Line of(
        String name, List<T> items, ToDoubleFunction<T> x, ToDoubleFunction<T> y) {
      return new Line(
          name, items.stream().mapToDouble(x).toArray(), items.stream().mapToDouble(y).toArray());
    }

    /** Returns a horizontal line. */
    public static Line constant(String name, double[] xs, double y) {
      double[] ys = new double[xs.length];
      Arrays.fill(ys, y);
      return new Line(name, xs, ys);
    }
  }

  /**
   * Writes the chart as PNG and as SVG.
   *
   * @param file without an extension; its folder exists
   */
  void write(Path file) throws IOException {
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
    BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
    VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsFormat.SVG);
  }
}
