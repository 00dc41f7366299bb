package dev.paceline.calcite.jdbc;

/**
 * How far a statement is with what it executes now, or executed last; a Statement of Paceline can
 * be unwrapped to this. Any thread may ask, at any time: also while another is in {@code execute}.
 */
public interface StatementProgress {
  /**
   * The share of the statement's work that is done, from 0 to 1: an estimate until it is 1. It is 0
   * before the engine begins, and never goes back before the next execution.
   */
  double progress();

  /** Rows that the statement has looked at so far. */
  long rowsScanned();
}
