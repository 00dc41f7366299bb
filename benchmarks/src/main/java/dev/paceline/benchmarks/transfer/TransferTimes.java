package dev.paceline.benchmarks.transfer;

import dev.paceline.benchmarks.suite.Timing;
import java.util.List;

/**
 * What was measured of one query.
 *
 * @param query its name
 * @param variants a unit of transfer each, the first fused
 * @param blocks that were transferred, full or not, with {@code all}
 * @param probes what an order of the first probe of transferred rows takes; none if there are too
 *     few orders to tell
 * @param operators pipelines with {@code all}, each of which is about one operator, by their share
 *     of the workers' time; the first ones
 */
record TransferTimes(
    String query,
    List<VariantTimes> variants,
    long blocks,
    List<ProbeTimes> probes,
    List<OperatorShare> operators) {
  /**
   * One unit of transfer.
   *
   * @param unit as SET knows it
   * @param runs of the query
   * @param deepestMillis from the first begin to the last end of an order of the deepest pipeline
   *     or of those that it is cut into, in the middle
   */
  record VariantTimes(String unit, List<Timing> runs, double deepestMillis) {
    double millis() {
      return Timing.median(runs, Timing::nanos);
    }

    double cpuMillis() {
      return Timing.median(runs, Timing::cpuNanos);
    }
  }

  /**
   * Orders of the first probe of transferred rows.
   *
   * @param blockKilobytes that an order reads at most
   * @param orders of one run
   * @param eagerMillis in the middle, with one block
   * @param lazyMillis with all
   */
  record ProbeTimes(long blockKilobytes, long orders, double eagerMillis, double lazyMillis) {}

  /**
   * A part of a query.
   *
   * @param steps of a pipeline
   * @param share of the workers' time, from 0 to 1
   */
  record OperatorShare(String steps, double share) {}

  VariantTimes variant(String unit) {
    return variants.stream().filter(times -> times.unit().equals(unit)).findFirst().orElseThrow();
  }
}
