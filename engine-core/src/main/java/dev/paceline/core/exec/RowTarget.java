package dev.paceline.core.exec;

import dev.paceline.core.column.Batch;

/**
 * The target of the rows that a query adds, such as a table that is filled. Workers fill parts of
 * it side by side; whoever made the target makes its rows visible when the query has ended, and
 * discards them if it has failed. Thread-safe.
 */
public interface RowTarget {
  /** Returns its name in plans and statistics. */
  String name();

  /** Returns about how many bytes of memory a part takes while it is filled. */
  long partBytes();

  /**
   * Begins a part, which ends with the query.
   *
   * @param query of whose budget the memory of the part is taken
   */
  Part newPart(QueryContext query);

  /**
   * Ends all parts. Called once, when they have all rows, as a work order.
   *
   * @return what remains to be done
   */
  FinishPhase finish();

  /** A part that one thread at a time fills. */
  @FunctionalInterface
  interface Part {
    /**
     * Adds the selected rows of a batch behind those that the part has. Checks the cancellation of
     * the query where that takes more than a few milliseconds.
     *
     * @param batch one vector for each column of the target; valid only during this call
     */
    void append(Batch batch);
  }
}
