package dev.paceline.core.sched.simulation;

import java.util.List;

/**
 * A query to be simulated.
 *
 * @param name what records call it
 * @param priority at least 1
 * @param arrivalNanos when it comes
 * @param phases one after the other
 * @param memoryBytes that it needs before it begins, and holds until its end; all of it goes to
 *     temporary files while it is suspended
 */
public record VirtualQuery(
    String name, int priority, long arrivalNanos, List<Phase> phases, long memoryBytes) {
  /**
   * Orders that may all run at the same time; the next phase begins when the last of them has
   * ended.
   *
   * @param operator what they belong to
   * @param orderNanos how long each takes; not changed afterwards
   */
  public record Phase(int operator, List<Long> orderNanos) {}

  /** A query without memory. */
  public VirtualQuery(String name, int priority, long arrivalNanos, List<Phase> phases) {
    this(name, priority, arrivalNanos, phases, 0);
  }

  public VirtualQuery {
    phases = List.copyOf(phases);
  }

  /** The same query at another time and priority. */
  public VirtualQuery at(long nanos, int newPriority) {
    return new VirtualQuery(name, newPriority, nanos, phases, memoryBytes);
  }
}
