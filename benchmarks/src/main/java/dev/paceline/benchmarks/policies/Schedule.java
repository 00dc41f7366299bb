package dev.paceline.benchmarks.policies;

import dev.paceline.benchmarks.chart.LineChart;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.server.cli.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who was served when.
 *
 * @param workers that served
 * @param nanos the time that it covers, from 0
 * @param orders named after their streams
 * @param latencies of the queries of each stream, in seconds
 */
record Schedule(
    int workers, long nanos, List<OrderRecord> orders, Map<String, List<Double>> latencies) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int POINTS = 60;

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

  /** From the first order of a stream to the end of its last one. */
  long span(String stream) {
    long first = Long.MAX_VALUE;
    long last = 0;
    for (OrderRecord order : orders) {
      if (order.query().equals(stream)) {
        first = Math.min(first, order.startNanos());
        last = Math.max(last, order.endNanos());
      }
    }
    return last - first;
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
      xs[i] = (i + 0.5) * nanos / POINTS / NANOS_PER_SECOND;
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
            text.append(
                Text.format(" %s %.1f", stream, all.size() * NANOS_PER_SECOND / (double) nanos)));
    return text.isEmpty() ? "" : "; queries a second" + text;
  }

  /** Shares over time. */
  LineChart chart(String title) {
    Map<String, double[]> ys = new TreeMap<>();
    double[] xs = new double[POINTS];
    for (int i = 0; i < POINTS; i++) {
      long from = nanos * i / POINTS;
      long to = nanos * (i + 1) / POINTS;
      xs[i] = (from + to) / 2 / NANOS_PER_SECOND;
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
