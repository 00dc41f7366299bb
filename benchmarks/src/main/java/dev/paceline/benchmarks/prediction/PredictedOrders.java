package dev.paceline.benchmarks.prediction;

import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.policy.OrderTimes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Replays the orders of a query that has run: what was known when each began? */
final class PredictedOrders {
  private PredictedOrders() {}

  /**
   * How far a prediction was off.
   *
   * @param nanos when the order began, after the first of the query
   * @param error the difference from the order's time, over that time
   */
  record Prediction(long nanos, double error) {}

  /** The beginning or the end of an order. */
  private record Moment(long nanos, boolean isEnd, OrderRecord order) {}

  /**
   * The errors of all orders before which there was a prediction, in the order in which they began.
   *
   * @param orders of one query
   */
  static List<Prediction> of(List<OrderRecord> orders, TimeModel model) {
    List<Moment> moments = new ArrayList<>();
    Map<Integer, Long> ends = new HashMap<>();
    long first = Long.MAX_VALUE;
    for (OrderRecord order : orders) {
      moments.add(new Moment(order.startNanos(), false, order));
      moments.add(new Moment(order.endNanos(), true, order));
      ends.merge(order.operator(), order.endNanos(), Math::max);
      first = Math.min(first, order.startNanos());
    }
    // a worker that begins an order has told the end of its last one
    moments.sort(Comparator.comparingLong(Moment::nanos).thenComparing(moment -> !moment.isEnd()));
    OrderTimes times = new OrderTimes(Double.NaN, model);
    List<Prediction> predictions = new ArrayList<>();
    for (Moment moment : moments) {
      OrderRecord order = moment.order();
      if (!moment.isEnd()) {
        double predicted = times.predicted();
        if (!Double.isNaN(predicted)) {
          double error = Math.abs(predicted - order.nanos()) / Math.max(1, order.nanos());
          predictions.add(new Prediction(order.startNanos() - first, error));
        }
      } else {
        times.add(order.operator(), order.nanos());
        if (order.endNanos() == ends.get(order.operator())) {
          times.end(order.operator());
        }
      }
    }
    return predictions;
  }
}
