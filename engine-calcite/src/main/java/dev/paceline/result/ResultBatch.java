package dev.paceline.result;

/**
 * Some rows of a result, column by column. A batch and its vectors belong to the result, which
 * gives them new values with the next batch: copy what is needed longer.
 */
public interface ResultBatch {
  /** Returns the number of rows: at least 1, and at most 2048. */
  int rowCount();

  /** Returns the number of columns. */
  int columnCount();

  /**
   * Returns the values of a column.
   *
   * @param index from 0
   * @throws IndexOutOfBoundsException if there is no such column
   */
  ResultVector column(int index);
}
