package dev.paceline.core.sched.policy;

/** A query as a policy sees it. Guarded by the lock of whoever asks the policy. */
public final class Contender {
  /** The priority of queries that nobody gave one. */
  public static final int DEFAULT_PRIORITY = 1;

  private final String name;
  private final int priority;
  private final OrderTimes times;
  private long orders;
  private long busyNanos;

  /**
   * @param priority at least 1; greater is more important
   * @param times what is known of its orders
   */
  public Contender(String name, int priority, OrderTimes times) {
    if (priority < 1) {
      throw new IllegalArgumentException("priority " + priority);
    }
    this.name = name;
    this.priority = priority;
    this.times = times;
  }

  /** What statistics call the query. */
  public String name() {
    return name;
  }

  public int priority() {
    return priority;
  }

  public OrderTimes times() {
    return times;
  }

  /** Counts an order that has ended. */
  public void add(int operator, long nanos) {
    orders++;
    busyNanos += nanos;
    times.add(operator, nanos);
  }

  /** Orders that have ended. */
  public long orders() {
    return orders;
  }

  /** What workers have spent on the query's orders that have ended. */
  public long busyNanos() {
    return busyNanos;
  }

  @Override
  public String toString() {
    return name;
  }
}
