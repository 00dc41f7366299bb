package dev.paceline.benchmarks.transfer;

import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.core.sched.OrderRecord;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The work of the orders of one run of a query. Pipelines that had none do not count: the others
 * are numbered from 0 on, as {@link QueryPipelines} numbers them. Immutable.
 */
final class QueryTrace {
  private final List<OrderRecord> orders;

  /** The pipelines that had work orders, in the query's order. */
  private final List<Integer> ids;

  /**
   * @param orders all of the query, in any order
   */
  QueryTrace(List<OrderRecord> orders) {
    this.orders = List.copyOf(orders);
    this.ids =
        orders.stream()
            .filter(order -> order.operator() != OrderRecord.preparing(order.pipeline()))
            .map(OrderRecord::pipeline)
            .distinct()
            .sorted()
            .toList();
  }

  private int pipeline(OrderRecord order) {
    return Collections.binarySearch(ids, order.pipeline());
  }

  /** How many pipelines had orders. */
  int pipelines() {
    return ids.size();
  }

  private Stream<OrderRecord> of(Collection<Integer> pipelines) {
    return orders.stream().filter(order -> pipelines.contains(pipeline(order)));
  }

  /**
   * Returns the time from the first begin of a work order of some pipelines to the last end of one.
   */
  double spanMillis(Collection<Integer> pipelines) {
    long begin = of(pipelines).mapToLong(OrderRecord::startNanos).min().orElse(0);
    long end = of(pipelines).mapToLong(OrderRecord::endNanos).max().orElse(0);
    return Timing.millis(end - begin);
  }

  /** How many morsels a pipeline read. */
  long morsels(int pipeline) {
    return running(pipeline).count();
  }

  /** Returns the median time of a pipeline's tasks, each over one morsel. */
  double orderMillis(int pipeline) {
    return Timing.millis(Statistics.median(running(pipeline).mapToDouble(OrderRecord::nanos)));
  }

  private Stream<OrderRecord> running(int pipeline) {
    return orders.stream()
        .filter(order -> order.operator() == OrderRecord.running(ids.get(pipeline)));
  }

  /** A pipeline's part of what workers spent on the query. */
  double share(int pipeline) {
    return (double) of(List.of(pipeline)).mapToLong(OrderRecord::nanos).sum()
        / orders.stream().mapToLong(OrderRecord::nanos).sum();
  }

  /** Numbers of the pipelines that took time, those with the largest shares first. */
  List<Integer> byShare() {
    return orders.stream()
        .map(this::pipeline)
        .distinct()
        .sorted(Comparator.comparingDouble(this::share).reversed())
        .toList();
  }
}
