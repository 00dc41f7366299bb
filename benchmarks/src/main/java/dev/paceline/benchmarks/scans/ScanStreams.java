package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
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
   * The choices from which queries are drawn.
   *
   * @param speeds a letter of it is drawn for each query: F for fast, S for slow
   * @param percentages of the table, of which one is drawn for each query
   */
  record Mix(String speeds, List<Integer> percentages) {
    Mix {
      percentages = List.copyOf(percentages);
      if (!speeds.matches("[FS]+")
          || percentages.isEmpty()
          || percentages.stream().anyMatch(percentage -> percentage < 1 || percentage > 100)) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "a mix has speeds such as FFS and percentages from 1 to 100, not %s and %s"
                .formatted(speeds, percentages));
      }
    }
  }

  /**
   * Returns streams of queries with random kinds and ranges.
   *
   * @param scale of the data
   * @param seed the same seed gives the same queries
   */
  static List<List<Query>> streams(int streams, int queries, double scale, long seed, Mix mix) {
    List<List<Query>> all = new ArrayList<>();
    for (int stream = 0; stream < streams; stream++) {
      SplittableRandom random = new SplittableRandom(seed + stream);
      List<Query> own = new ArrayList<>();
      for (int i = 0; i < queries; i++) {
        int percentage = mix.percentages().get(random.nextInt(mix.percentages().size()));
        boolean fast = mix.speeds().charAt(random.nextInt(mix.speeds().length())) == 'F';
        long keys = (long) (KEYS_PER_SCALE * scale);
        long width = keys * percentage / 100;
        own.add(of(fast, percentage, random.nextLong(keys - width + 1), width));
      }
      all.add(own);
    }
    return all;
  }

  /** Returns each kind once, over a range in the middle, to measure their times alone. */
  static List<Query> ofEachType(double scale, Mix mix) {
    List<Query> all = new ArrayList<>();
    long keys = (long) (KEYS_PER_SCALE * scale);
    for (int percentage : mix.percentages().stream().distinct().toList()) {
      long width = keys * percentage / 100;
      mix.speeds()
          .chars()
          .distinct()
          .forEach(speed -> all.add(of(speed == 'F', percentage, (keys - width) / 2, width)));
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
