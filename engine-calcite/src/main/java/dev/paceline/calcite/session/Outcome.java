package dev.paceline.calcite.session;

/** The result of executing a statement. */
public sealed interface Outcome {
  /** Rows, on their way; the receiver closes them. */
  record Rows(ResultCursor result) implements Outcome {}

  /**
   * The statement is done.
   *
   * @param rows that it changed; 0 for DDL
   */
  record Count(long rows) implements Outcome {}
}
