package dev.paceline.benchmarks.transfer;

import dev.paceline.benchmarks.frame.Runs;
import java.util.List;

/**
 * The measured times of one query.
 *
 * @param query its label
 * @param variants one for each unit of transfer; the first one is fused
 * @param blocks that were transferred, full or not, with {@code all}
 * @param probes the times of tasks of the first probe of transferred rows; none if there are too
 *     few tasks to tell
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
   * @param deepestMillis the median time from the first begin to the last end of a task of the
   *     deepest pipeline, or of those that it is cut into
   */
  record VariantTimes(String unit, Runs runs, double deepestMillis) {
    double millis() {
      return runs.millis();
    }

    double cpuMillis() {
      return runs.cpuMillis();
    }
  }

  /**
   * Tasks of the first probe of transferred rows.
   *
   * @param blockKilobytes that a task reads at most
   * @param orders tasks of one run
   * @param eagerMillis the median time with one block
   * @param lazyMillis the median time with all
   */
  record ProbeTimes(long blockKilobytes, long orders, double eagerMillis, double lazyMillis) {
    double ratio() {
      return eagerMillis / lazyMillis;
    }
  }

  /**
   * A part of a query.
   *
   * @param steps of a pipeline
   * @param share of the workers' time, from 0 to 1
   */
  record OperatorShare(String steps, double share) {}

  VariantTimes fused() {
    return variants.getFirst();
  }

  VariantTimes variant(String unit) {
    return variants.stream().filter(times -> times.unit().equals(unit)).findFirst().orElseThrow();
  }
}
