package dev.paceline.calcite.jdbc;

/**
 * The progress of the present execution of a statement, or of its last one. A Statement of Paceline
 * can be unwrapped to this. Any thread may ask at any time, also while another one is in {@code
 * execute}.
 */
public interface StatementProgress {
  /**
   * Returns the share of the work that is done, from 0 to 1, which is an estimate until it is 1. It
   * is 0 before the engine begins, and never decreases before the next execution.
   */
  double progress();

  /** Returns the number of rows that the statement has read so far. */
  long rowsScanned();
}
