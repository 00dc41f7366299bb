package dev.paceline.benchmarks.scans;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One query of a stream: like TPC-H's Q6 (fast, little work per row) or Q1 (slow), over a
 * contiguous range of the order keys, which is the order of the table.
 *
 * <p>Source: the basic benchmark of VectorWise thesis 2011, section 6.1.
 *
 * @param type kind and range, such as F-10
 */
public record StreamQuery(String type, String sql) {
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
   * Streams of queries with types and ranges at random.
   *
   * @param scale of the data
   * @param seed the same seed gives the same queries
   */
  static List<List<StreamQuery>> streams(int streams, int queries, double scale, long seed) {
    List<List<StreamQuery>> all = new ArrayList<>();
    for (int stream = 0; stream < streams; stream++) {
      SplittableRandom random = new SplittableRandom(seed + stream);
      List<StreamQuery> own = new ArrayList<>();
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

  /** The eight types, each over a range in the middle, to learn how long they take alone. */
  static List<StreamQuery> ofEachType(double scale) {
    List<StreamQuery> all = new ArrayList<>();
    long keys = (long) (KEYS_PER_SCALE * scale);
    for (int percentage : PERCENTAGES) {
      long width = keys * percentage / 100;
      all.add(of(true, percentage, (keys - width) / 2, width));
      all.add(of(false, percentage, (keys - width) / 2, width));
    }
    return all;
  }

  /** Full scans, all the same. */
  static List<List<StreamQuery>> fullScans(int streams, double scale) {
    long keys = (long) (KEYS_PER_SCALE * scale);
    List<List<StreamQuery>> all = new ArrayList<>();
    for (int stream = 0; stream < streams; stream++) {
      all.add(List.of(of(true, 100, 0, keys)));
    }
    return all;
  }

  private static StreamQuery of(boolean fast, int percentage, long from, long width) {
    return new StreamQuery(
        (fast ? "F-" : "S-") + percentage, (fast ? FAST : SLOW).formatted(from, from + width));
  }
}
