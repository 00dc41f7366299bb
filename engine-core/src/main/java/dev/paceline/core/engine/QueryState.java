package dev.paceline.core.engine;

import dev.paceline.core.error.Choice;

/** The state of a query that has not been closed. */
public enum QueryState {
  /** It has not started, because memory does not suffice yet. */
  WAITING,
  RUNNING,
  /** It has begun, and has no orders for now. */
  SUSPENDED,
  /** Nothing runs any more, but its memory is kept until it is closed. */
  ENDED;

  /** Returns its name in SQL. */
  public String sqlName() {
    return Choice.nameOf(this);
  }
}
