package dev.paceline.core.sched.policy;

/** A query as a policy sees it. Guarded by the lock of whoever asks the policy. */
public final class Contender {
  /** The priority of queries that nobody gave one. */
  public static final int DEFAULT_PRIORITY = 1;

  /** The deadline of queries that have none. */
  public static final long NO_DEADLINE = Long.MAX_VALUE;

  private final String name;
  private int priority;
  private final OrderTimes times;
  private final long deadlineNanos;
  private long orders;
  private long busyNanos;

  /** {@link StridePolicy}'s: the time that the query has had, divided by its priority. */
  double pass;

  /**
   * @param priority at least 1; greater is more important
   * @param times what is known of its orders
   */
  public Contender(String name, int priority, OrderTimes times) {
    this(name, priority, times, NO_DEADLINE);
  }

  /**
   * @param priority at least 1; greater is more important
   * @param times what is known of its orders
   * @param deadlineNanos when it should have ended, by the clock of all contenders, or {@link
   *     #NO_DEADLINE}
   */
  public Contender(String name, int priority, OrderTimes times, long deadlineNanos) {
    if (priority < 1) {
      throw new IllegalArgumentException("priority " + priority);
    }
    this.name = name;
    this.priority = priority;
    this.times = times;
    this.deadlineNanos = deadlineNanos;
  }

  /** Returns the name of the query in statistics. */
  public String name() {
    return name;
  }

  public int priority() {
    return priority;
  }

  /** Sets the priority from the next choice on. Time that was counted before stays as it is. */
  public void setPriority(int priority) {
    if (priority < 1) {
      throw new IllegalArgumentException("priority " + priority);
    }
    this.priority = priority;
  }

  /** When it should have ended, or {@link #NO_DEADLINE}. */
  public long deadlineNanos() {
    return deadlineNanos;
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

  /** Returns the time that workers have spent on the query's orders that have ended. */
  public long busyNanos() {
    return busyNanos;
  }

  @Override
  public String toString() {
    return name;
  }
}
