package dev.paceline.core.sched.admission;

/**
 * A decision about a query.
 *
 * @param <Q> the query
 */
public record LoadChange<Q>(Q query, Action action) {
  /** The possible decisions. */
  public enum Action {
    START,
    SUSPEND,
    RESUME
  }
}
