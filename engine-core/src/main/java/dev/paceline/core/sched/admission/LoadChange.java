package dev.paceline.core.sched.admission;

/**
 * What is to happen to a query.
 *
 * @param <Q> the query
 */
public record LoadChange<Q>(Q query, Action action) {
  /** What can happen. */
  public enum Action {
    START,
    SUSPEND,
    RESUME
  }
}
