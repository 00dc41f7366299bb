package dev.paceline.benchmarks.policies;

import dev.paceline.benchmarks.frame.LineChart;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.server.cli.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A record of which streams had the workers when.
 *
 * @param nanos the time that it covers, from 0
 * @param orders tasks, named after their streams
 * @param latencies of the queries of each stream, in seconds
 */
record Schedule(
    int workers, long nanos, List<OrderRecord> orders, Map<String, List<Double>> latencies) {
  private static final int POINTS = 60;
  private static final String PREFIX = "/* ";
  private static final String SUFFIX = " */ ";

  /** Returns SQL whose tasks {@link #of} names after a stream. */
  static String named(String stream, String sql) {
    return PREFIX + stream + SUFFIX + sql;
  }

  /** Returns the name of the stream of a query. */
  static String stream(String sql) {
    return sql.substring(PREFIX.length(), sql.indexOf(SUFFIX));
  }

  /** Returns the schedule of tasks that began at a time or later. */
  static Schedule of(
      int workers,
      List<OrderRecord> orders,
      long begin,
      long nanos,
      Map<String, List<Double>> latencies) {
    List<OrderRecord> renamed =
        orders.stream()
            .map(
                order ->
                    new OrderRecord(
                        stream(order.query()),
                        order.queryNumber(),
                        order.operator(),
                        order.worker(),
                        order.startNanos() - begin,
                        order.endNanos() - begin))
            .toList();
    return new Schedule(workers, nanos, renamed, latencies);
  }

  /** Returns the schedule of tasks up to the end of the last one. */
  static Schedule ofAll(int workers, List<OrderRecord> orders) {
    long end = orders.stream().mapToLong(OrderRecord::endNanos).max().orElse(1);
    return new Schedule(workers, end, orders, Map.of());
  }

  /** Workers' time for each stream in a part of the time, in nanoseconds. */
  Map<String, Double> busy(long from, long to) {
    Map<String, Double> busy = new TreeMap<>();
    for (OrderRecord order : orders) {
      long overlap = Math.min(to, order.endNanos()) - Math.max(from, order.startNanos());
      busy.merge(order.query(), (double) Math.max(0, overlap), Double::sum);
    }
    return busy;
  }

  /** The middle part, in which all streams run and nothing is warmed up any more. */
  Map<String, Double> busy() {
    return busy(nanos / 10, nanos - nanos / 10);
  }

  /** The share of the workers' time that was spent on orders. */
  double utilisation() {
    return busy(0, nanos).values().stream().mapToDouble(Double::doubleValue).sum()
        / ((double) workers * nanos);
  }

  /**
   * Returns the nanoseconds from the begin of the first task of a stream to the end of its last.
   */
  long span(String stream) {
    return end(stream) - of(stream).mapToLong(OrderRecord::startNanos).min().orElse(0);
  }

  /** Returns the end of the last task of a stream. */
  long end(String stream) {
    return of(stream).mapToLong(OrderRecord::endNanos).max().orElse(0);
  }

  private Stream<OrderRecord> of(String stream) {
    return orders.stream().filter(order -> order.query().equals(stream));
  }

  /**
   * How unequal streams are served over time: the standard deviation of what each gets over what it
   * is due (Quickstep, figure 3.4).
   *
   * @param priorities of the streams
   */
  LineChart deviationChart(String title, Map<String, Integer> priorities) {
    double[] xs = new double[POINTS];
    double[] ys = new double[POINTS];
    double allPriorities = priorities.values().stream().mapToInt(Integer::intValue).sum();
    for (int i = 0; i < POINTS; i++) {
      Map<String, Double> busy = busy(nanos * i / POINTS, nanos * (i + 1) / POINTS);
      double total = Math.max(1, busy.values().stream().mapToDouble(Double::doubleValue).sum());
      double squares = 0;
      for (Map.Entry<String, Integer> stream : priorities.entrySet()) {
        double share = busy.getOrDefault(stream.getKey(), 0.0) / total;
        double unjust = share * allPriorities / stream.getValue() - 1;
        squares += unjust * unjust;
      }
      xs[i] = Timing.seconds((i + 0.5) * nanos / POINTS);
      ys[i] = Math.sqrt(squares / priorities.size());
    }
    return new LineChart(
        title,
        "seconds",
        "standard deviation of shares over what is due",
        false,
        List.of(new LineChart.Line("deviation", xs, ys)));
  }

  /** Queries that each stream ended a second; none if nobody counted. */
  String queriesPerSecond() {
    StringBuilder text = new StringBuilder();
    latencies.forEach(
        (stream, all) ->
            text.append(Text.format(" %s %.1f", stream, all.size() / Timing.seconds(nanos))));
    return text.isEmpty() ? "" : "; queries a second" + text;
  }

  /** Shares over time. */
  LineChart chart(String title) {
    Map<String, double[]> ys = new TreeMap<>();
    double[] xs = new double[POINTS];
    for (int i = 0; i < POINTS; i++) {
      long from = nanos * i / POINTS;
      long to = nanos * (i + 1) / POINTS;
      xs[i] = Timing.seconds((from + to) / 2);
      for (Map.Entry<String, Double> stream : busy(from, to).entrySet()) {
        double share = stream.getValue() / ((double) workers * (to - from));
        ys.computeIfAbsent(stream.getKey(), key -> new double[POINTS])[i] = share;
      }
    }
    List<LineChart.Line> lines = new ArrayList<>();
    ys.forEach((stream, values) -> lines.add(new LineChart.Line(stream, xs, values)));
    return new LineChart(title, "seconds", "share of the workers' time", false, lines);
  }
}
