package dev.paceline.core.operator.unnest;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;

/** Hands out the elements of the lists of a batch, row by row, in pieces. One worker uses it. */
interface Elements {
  /** Evaluates the lists of all rows of a batch without a selection. */
  void open(Batch batch);

  /** Goes to the list of a row, and returns its length; 0 for NULL. */
  long start(int row);

  /** Makes room for a number of elements in the next piece, and empties it. */
  void reset(int capacity);

  /** Adds the next elements of the list to the piece; NULL behind the last. */
  void append(int count);

  /** Returns the elements of the piece, which are valid until the next {@link #reset}. */
  ColumnVector finish();

  /**
   * Returns the next elements of a list that has as many, in place of a piece that is empty.
   *
   * @param count at most the capacity of a batch
   */
  default ColumnVector run(int count) {
    append(count);
    return finish();
  }
}
