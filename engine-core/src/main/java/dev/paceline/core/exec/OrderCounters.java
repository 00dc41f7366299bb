package dev.paceline.core.exec;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Work orders of one operator that have ended. Workers add, any thread reads. */
public final class OrderCounters {
  private final LongAdder orders = new LongAdder();
  private final LongAdder busyNanos = new LongAdder();

  /** When the counters were made; times are relative to it, so that they can be compared. */
  private final long madeNanos = System.nanoTime();

  private final LongAccumulator firstNanos = new LongAccumulator(Math::min, Long.MAX_VALUE);
  private final LongAccumulator lastNanos = new LongAccumulator(Math::max, Long.MIN_VALUE);

  /** An order has just ended. */
  public void add(long nanos) {
    long end = System.nanoTime() - madeNanos;
    orders.increment();
    busyNanos.add(nanos);
    firstNanos.accumulate(end - nanos);
    lastNanos.accumulate(end);
  }

  public long orders() {
    return orders.sum();
  }

  /**
   * How many orders ran at a time, on average from the beginning of the first one to the end of the
   * last one; 0 before the first has ended.
   */
  public double concurrency() {
    long first = firstNanos.get();
    long wall = lastNanos.get() - first;
    return first == Long.MAX_VALUE || wall <= 0 ? 0 : (double) busyNanos() / wall;
  }

  /** Nanoseconds that workers have spent on the orders. */
  public long busyNanos() {
    return busyNanos.sum();
  }
}
