package dev.paceline.core.column;

import org.jspecify.annotations.Nullable;

/**
 * Rows on their way through a pipeline: some vectors of the same length and, optionally, a
 * selection of the rows that count. A batch and its vectors belong to the operator that emits it
 * and are valid only until the consumer returns; who needs rows longer copies them.
 */
public final class Batch {
  private final ColumnVector[] columns;
  private int rowCount;
  private @Nullable Selection selection;

  public Batch(ColumnVector... columns) {
    this.columns = columns;
  }

  /** Sets the length of all vectors and which of the rows count; null selects all. */
  public Batch set(int rowCount, @Nullable Selection selection) {
    this.rowCount = rowCount;
    this.selection = selection;
    return this;
  }

  public int columnCount() {
    return columns.length;
  }

  public ColumnVector column(int index) {
    return columns[index];
  }

  /** Rows in the vectors, selected or not. */
  public int rowCount() {
    return rowCount;
  }

  /**
   * The rows that count; null when all do. Never empty and never all: such batches are dropped or
   * have no selection.
   */
  public @Nullable Selection selection() {
    return selection;
  }

  /** Rows that count. */
  public int selectedCount() {
    Selection current = selection;
    return current == null ? rowCount : current.count();
  }
}
