package dev.paceline.benchmarks.policies;

import dev.paceline.benchmarks.chart.LineChart;
import dev.paceline.core.sched.OrderRecord;
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
