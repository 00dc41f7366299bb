package dev.paceline.core.exec;

import java.util.concurrent.atomic.LongAdder;

/** Work orders of one operator that have ended. Workers add, any thread reads. */
public final class OrderCounters {
  private final LongAdder orders = new LongAdder();
  private final LongAdder busyNanos = new LongAdder();

  /** An order has ended. */
  public void add(long nanos) {
    orders.increment();
    busyNanos.add(nanos);
  }

  public long orders() {
    return orders.sum();
  }

  /** Nanoseconds that workers have spent on the orders. */
  public long busyNanos() {
    return busyNanos.sum();
  }
}
