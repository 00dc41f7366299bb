package dev.paceline.benchmarks.simulation.scheduling;

import java.util.List;

/**
 * A simulated query.
 *
 * @param name the name in records
 * @param priority the priority, at least 1
 * @param arrivalNanos the time of its arrival
 * @param phases its phases, which run one after the other
 * @param memoryBytes the memory that it needs to begin and holds until its end; it holds none while
 *     it is suspended
 */
public record VirtualQuery(
    String name, int priority, long arrivalNanos, List<Phase> phases, long memoryBytes) {
  /**
   * Work orders that may all run at the same time. The next phase begins when the last of them has
   * ended.
   *
   * @param operator the operator that they belong to
   * @param orderNanos the time of each order; not changed afterwards
   */
  public record Phase(int operator, List<Long> orderNanos) {}

  /** Describes a query without memory. */
  public VirtualQuery(String name, int priority, long arrivalNanos, List<Phase> phases) {
    this(name, priority, arrivalNanos, phases, 0);
  }

  /** Copies the phases. */
  public VirtualQuery {
    phases = List.copyOf(phases);
  }

  /** Returns the same query with another arrival time and priority. */
  public VirtualQuery at(long nanos, int newPriority) {
    return new VirtualQuery(name, newPriority, nanos, phases, memoryBytes);
  }
}
