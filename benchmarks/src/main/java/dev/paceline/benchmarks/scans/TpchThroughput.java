package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.scans.StreamRun.QueryTime;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Figures like those of TPC-H (specification, clause 5.4), of a run without updates: they compare
 * policies and products with each other, and not with published results.
 *
 * @param power queries an hour of one stream alone, by the geometric mean of their times, times the
 *     scale factor
 * @param throughput queries an hour of all streams side by side, times the scale factor
 */
record TpchThroughput(double power, double throughput) {
  private static final double SECONDS_PER_HOUR = 3600;

  /**
   * Returns the figures.
   *
   * @param alone a stream that ran by itself
   * @param together streams that ran side by side
   */
  static TpchThroughput of(StreamRun alone, StreamRun together, double scale) {
    List<QueryTime> times = alone.streams().getFirst();
    long queries = together.streams().stream().mapToLong(List::size).sum();
    return new TpchThroughput(
        SECONDS_PER_HOUR * scale / Statistics.geometricMean(times, QueryTime::seconds),
        SECONDS_PER_HOUR * scale * queries / together.seconds());
  }

  /** Returns both in one figure, as QphH does. */
  double composite() {
    return Math.sqrt(power * throughput);
  }

  /**
   * Returns streams of all queries, each in an order of its own.
   *
   * @param queries of each stream, at most all
   * @param seed the same seed gives the same orders
   */
  static List<List<Query>> streams(int streams, int queries, List<Query> all, long seed) {
    List<List<Query>> orders = new ArrayList<>();
    for (int stream = 0; stream < streams; stream++) {
      List<Query> order = new ArrayList<>(all);
      Collections.shuffle(order, new Random(seed + stream));
      orders.add(order.subList(0, Math.min(queries, order.size())));
    }
    return orders;
  }
}
