package dev.paceline.core.sched;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.List;

/** Remembers the latest work orders. Thread-safe. */
public final class OrderTrace implements OrderListener {
  @GuardedBy("this")
  private final ArrayDeque<OrderRecord> orders = new ArrayDeque<>();

  @GuardedBy("this")
  private int capacity;

  /**
   * Changes how many orders are remembered, and forgets those that are too many.
   *
   * @param count 0 for none
   */
  public synchronized void setCapacity(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("a trace of " + count + " orders");
    }
    capacity = count;
    forget(0);
  }

  /** How many orders are remembered at most. */
  public synchronized int capacity() {
    return capacity;
  }

  @Override
  public synchronized void ended(OrderRecord order) {
    if (capacity > 0) {
      forget(1);
      orders.add(order);
    }
  }

  @GuardedBy("this")
  private void forget(int room) {
    while (orders.size() + room > capacity) {
      orders.poll();
    }
  }

  /** Those that are remembered, in the order in which they ended. */
  public synchronized List<OrderRecord> orders() {
    return List.copyOf(orders);
  }
}
