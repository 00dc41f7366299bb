package dev.paceline.benchmarks.transfer;

import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.QueryListener;
import dev.paceline.core.sched.OrderRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Collects the orders of an engine that runs one query at a time, until it is closed. */
final class OrderCollector implements AutoCloseable {
  private final Engine engine;
  private final Queue<OrderRecord> orders = new ConcurrentLinkedQueue<>();
  private final LongAdder expected = new LongAdder();
  private final QueryListener listener = (query, failure) -> expected.add(query.orders());

  OrderCollector(Engine engine) {
    this.engine = engine;
    engine.addQueryListener(listener);
    engine.setOrderListener(orders::add);
  }

  /** The orders of all queries that have been closed since the last call. */
  QueryTrace take() {
    long count = expected.sumThenReset();
    List<OrderRecord> taken = new ArrayList<>();
    while (taken.size() < count) {
      OrderRecord order = orders.poll();
      if (order == null) {
        Thread.onSpinWait(); // a worker tells of its last order when the query has ended
      } else {
        taken.add(order);
      }
    }
    return new QueryTrace(taken);
  }

  @Override
  public void close() {
    engine.setOrderListener(null);
    engine.removeQueryListener(listener);
  }
}
