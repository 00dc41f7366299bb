package dev.paceline.calcite.explain;

import dev.paceline.core.exec.OrderCounters;
import dev.paceline.core.exec.QueryCounters;
import dev.paceline.core.sched.OrderRecord;

/**
 * The work of a pipeline.
 *
 * @param steps in words
 * @param runningOrders those that ran its steps over a part of its input
 * @param runningNanos what workers spent on them
 * @param finishingOrders those that ended its last step; if several pipelines end in one, they
 *     count for the first
 * @param finishingNanos what workers spent on them
 * @param concurrency orders that ran its steps at a time, on average
 */
record PipelineProfile(
    String steps,
    long runningOrders,
    long runningNanos,
    long finishingOrders,
    long finishingNanos,
    double concurrency) {
  /**
   * @param id of the pipeline in its query
   */
  static PipelineProfile of(String steps, QueryCounters query, int id) {
    OrderCounters running = query.operator(OrderRecord.running(id));
    OrderCounters finishing = query.operator(OrderRecord.finishing(id));
    long preparingNanos = query.operator(OrderRecord.preparing(id)).busyNanos();
    return new PipelineProfile(
        steps,
        running.orders(),
        running.busyNanos() + preparingNanos,
        finishing.orders(),
        finishing.busyNanos(),
        running.concurrency());
  }

  /** Work orders of both kinds. */
  long orders() {
    return runningOrders + finishingOrders;
  }

  /** Both together, one after the other. */
  PipelineProfile plus(PipelineProfile other) {
    long nanos = runningNanos + other.runningNanos;
    return new PipelineProfile(
        steps,
        runningOrders + other.runningOrders,
        nanos,
        finishingOrders + other.finishingOrders,
        finishingNanos + other.finishingNanos,
        nanos == 0
            ? 0
            : (concurrency * runningNanos + other.concurrency * other.runningNanos) / nanos);
  }
}
