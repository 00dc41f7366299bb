package dev.paceline.benchmarks.suite;

import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The times of one query.
 *
 * @param query that was run
 * @param threads of either side
 * @param ours nanoseconds of each run of Paceline
 * @param theirs nanoseconds of each run of what it is compared with
 * @param failure why there are no times; null if there are
 */
public record QueryTimes(
    Query query, int threads, List<Long> ours, List<Long> theirs, @Nullable String failure) {
  private static final double NANOS_PER_MILLI = 1e6;

  static QueryTimes failed(Query query, int threads, String failure) {
    return new QueryTimes(query, threads, List.of(), List.of(), failure);
  }

  double ourMillis() {
    return median(ours);
  }

  double theirMillis() {
    return median(theirs);
  }

  /** Our time over theirs: below 1 we are faster. */
  double ratio() {
    return ourMillis() / theirMillis();
  }

  private static double median(List<Long> nanos) {
    List<Long> sorted = nanos.stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2.0;
    return median / NANOS_PER_MILLI;
  }
}
