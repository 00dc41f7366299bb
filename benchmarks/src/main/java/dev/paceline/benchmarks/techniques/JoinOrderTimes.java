package dev.paceline.benchmarks.techniques;

import dev.paceline.benchmarks.frame.LineChart;
import dev.paceline.benchmarks.frame.LineChart.Line;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The costs of join orders of one query, with runtime filters and without.
 *
 * @param query its label
 * @param planned the planner's order
 * @param random random orders
 */
record JoinOrderTimes(String query, Order planned, List<Order> random) {
  /**
   * One order.
   *
   * @param withFilters CPU milliseconds with runtime filters
   * @param without CPU milliseconds without them
   */
  record Order(double withFilters, double without) {}

  /** Draws all orders, sorted by their time without filters. */
  LineChart chart() {
    List<Order> orders =
        random.stream().sorted(Comparator.comparingDouble(Order::without)).toList();
    double[] ranks = IntStream.rangeClosed(1, orders.size()).asDoubleStream().toArray();
    return new LineChart(
        query + " in random join orders",
        "order, by its time without runtime filters",
        "CPU time, ms",
        true,
        List.of(
            new Line(
                "without filters", ranks, orders.stream().mapToDouble(Order::without).toArray()),
            new Line(
                "with filters", ranks, orders.stream().mapToDouble(Order::withFilters).toArray()),
            Line.constant("planned, without", ranks, planned.without()),
            Line.constant("planned, with", ranks, planned.withFilters())));
  }
}
