package dev.paceline.core.sched.admission;

/**
 * The decision to start, suspend or resume a query.
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
