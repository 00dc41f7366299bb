package dev.paceline.core.sched;

import dev.paceline.core.sched.QueryExecution.Order;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a query is suspended, and the work orders that write its state to temporary files then.
 * Callers hold the lock of the query, except for {@link #isActive}.
 */
final class QuerySuspension {
  private volatile boolean active;

  /** The orders that are not taken yet; null until all other orders of the query have ended. */
  private @Nullable ArrayDeque<Order> evictions;

  private boolean settling;

  /** Suspends the query: from now on only evictions run. */
  void begin() {
    active = true;
  }

  /** Ends the suspension. Evictions that have begun delay the other orders until they are over. */
  void end() {
    active = false;
    settling |= evictions != null;
    evictions = null;
  }

  /** Returns whether the query is suspended. Any thread may ask, without the lock. */
  boolean isActive() {
    return active;
  }

  /** Ends the delay after a suspension when no order runs any more. */
  void settle(boolean ordersRun) {
    settling &= ordersRun;
  }

  /** Returns whether orders are delayed until evictions that had begun are over. */
  boolean isSettling() {
    return settling;
  }

  /**
   * Takes the next order that writes state to temporary files. The first call after all other
   * orders have ended asks the sinks for these orders.
   *
   * @return null if there is none now
   */
  @Nullable Order takeEviction(List<SinkRun> sinks, boolean ordersRun) {
    if (evictions == null) {
      if (ordersRun) {
        return null;
      }
      evictions = new ArrayDeque<>();
      for (SinkRun sink : sinks) {
        Order start = sink.evict(evictions);
        if (start != null) {
          evictions.add(start);
        }
      }
    }
    return evictions.poll();
  }
}
