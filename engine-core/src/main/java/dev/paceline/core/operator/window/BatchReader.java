package dev.paceline.core.operator.window;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;

/** Reads columns of sorted rows in steps, with scratch of its own. One worker uses it. */
final class BatchReader implements AutoCloseable {
  /** Rows of a step, a multiple of 64 with room for one row before them. */
  static final int STEP_ROWS = 1 << 10;

  private static final int CAPACITY = STEP_ROWS + 1;

  private final SortedRows rows;
  private final WorkerContext context;
  private final MemoryScope memory;

  BatchReader(SortedRows rows, WorkerContext context) {
    this.rows = rows;
    this.context = context;
    this.memory = context.query().budget().openScope("window of " + context.query().name());
  }

  /** Takes values of consecutive positions. */
  @FunctionalInterface
  interface Step {
    /**
     * @param values of the rows from {@code from} on
     */
    void take(ColumnVector values, int from, int count);
  }

  /** A vector for {@link #read}. */
  ColumnVector newVector(int column) {
    return new ColumnVector(rows.store().column(column).type(), memory);
  }

  /** Reads the values of at most {@link #STEP_ROWS} + 1 positions. */
  void read(int column, int from, int count, ColumnVector out) {
    rows.read(column, from, count, out, CAPACITY);
  }

  /** Reads a range of positions; checks the cancellation for each step. */
  void read(int column, int from, int to, Step step) {
    ColumnVector values = newVector(column);
    for (int at = from; at < to; at += STEP_ROWS) {
      check();
      int count = Math.min(STEP_ROWS, to - at);
      read(column, at, count, values);
      step.take(values, at, count);
    }
  }

  void check() {
    context.query().cancellation().check();
  }

  @Override
  public void close() {
    memory.close();
  }
}
