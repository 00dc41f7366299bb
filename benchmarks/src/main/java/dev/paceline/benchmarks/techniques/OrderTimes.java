package dev.paceline.benchmarks.techniques;

import dev.paceline.benchmarks.chart.LineChart;
import dev.paceline.benchmarks.chart.LineChart.Line;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What join orders of one query cost, with runtime filters and without.
 *
 * @param query its name
 * @param planned the planner's order
 * @param random orders
 */
public record OrderTimes(String query, Order planned, List<Order> random) {
  /**
   * One order.
   *
   * @param withFilters CPU milliseconds with runtime filters
   * @param without CPU milliseconds without them
   */
  public record Order(double withFilters, double without) {}

  double[] sortedWithFilters() {
    return sorted(Order::withFilters);
  }

  double[] sortedWithout() {
    return sorted(Order::without);
  }

  private double[] sorted(ToDoubleFunction<Order> time) {
    return random.stream().mapToDouble(time).sorted().toArray();
  }

  /** Draws all orders, the one that is fastest without filters first, into a folder that exists. */
  public void writeChart(Path folder) {
    List<Order> orders =
        random.stream().sorted(Comparator.comparingDouble(Order::without)).toList();
    double[] ranks = IntStream.rangeClosed(1, orders.size()).asDoubleStream().toArray();
    new LineChart(
            "Q" + query + " in random join orders",
            "order, by its time without runtime filters",
            "CPU time, ms",
            true,
            List.of(
                new Line(
                    "without filters",
                    ranks,
                    orders.stream().mapToDouble(Order::without).toArray()),
                new Line(
                    "with filters",
                    ranks,
                    orders.stream().mapToDouble(Order::withFilters).toArray()),
                new Line("planned, without", ranks, constant(planned.without(), ranks.length)),
                new Line("planned, with", ranks, constant(planned.withFilters(), ranks.length))))
        .write(folder.resolve("join-orders-q" + query));
  }

  private static double[] constant(double value, int length) {
    double[] values = new double[length];
    Arrays.fill(values, value);
    return values;
  }
}
