package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Streams of queries like TPC-H's Q6 (fast, little work per row) or Q1 (slow), each over a
 * contiguous range of the order keys, which is the order of the table. The name of a query is its
 * kind and its range in percent, such as F-10.
 *
 * <p>Source: the basic benchmark of Świtakowski's thesis (2011), section 6.1.
 */
final class ScanStreams {
  /** Order keys at scale 1; a quarter of them exist. */
  private static final long KEYS_PER_SCALE = 6_000_000;

  private static final int[] PERCENTAGES = {1, 10, 50, 100};

  private static final String FAST =
      """
      select sum(l_extendedprice * l_discount) as revenue, count(*) as n from lineitem
      where l_orderkey between %d and %d and l_discount between 0.05 and 0.07 and l_quantity < 24
      """;

  private static final String SLOW =
      """
      select l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),
        sum(l_extendedprice * (1 - l_discount)),
        sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)), count(*)
      from lineitem
      where l_orderkey between %d and %d and l_shipdate <= date '1998-09-02'
      group by l_returnflag, l_linestatus
      """;

  /**
   * Returns streams of queries with random kinds and ranges.
   *
   * @param scale of the data
   * @param seed the same seed gives the same queries
   */
  static List<List<Query>> streams(int streams, int queries, double scale, long seed) {
    List<List<Query>> all = new ArrayList<>();
    for (int stream = 0; stream < streams; stream++) {
      SplittableRandom random = new SplittableRandom(seed + stream);
      List<Query> own = new ArrayList<>();
      for (int i = 0; i < queries; i++) {
        int percentage = PERCENTAGES[random.nextInt(PERCENTAGES.length)];
        long keys = (long) (KEYS_PER_SCALE * scale);
        long width = keys * percentage / 100;
        own.add(of(random.nextBoolean(), percentage, random.nextLong(keys - width + 1), width));
      }
      all.add(own);
    }
    return all;
  }

  /** Returns the eight kinds, each over a range in the middle, to measure their times alone. */
  static List<Query> ofEachType(double scale) {
    List<Query> all = new ArrayList<>();
    long keys = (long) (KEYS_PER_SCALE * scale);
    for (int percentage : PERCENTAGES) {
      long width = keys * percentage / 100;
      all.add(of(true, percentage, (keys - width) / 2, width));
      all.add(of(false, percentage, (keys - width) / 2, width));
    }
    return all;
  }

  /** Returns streams of one full scan each, all the same. */
  static List<List<Query>> fullScans(int streams, double scale) {
    return Collections.nCopies(streams, List.of(of(true, 100, 0, (long) (KEYS_PER_SCALE * scale))));
  }

  private ScanStreams() {}

  private static Query of(boolean fast, int percentage, long from, long width) {
    return new Query(
        (fast ? "F-" : "S-") + percentage,
        (fast ? FAST : SLOW).formatted(from, from + width),
        false);
  }
}
