package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.ColumnReference;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.kernel.Compactor;
import java.lang.foreign.MemorySegment;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a batch as a batch of their own, with only the columns that an expression reads: the
 * others are absent (constant NULL).
 */
public final class RowSubset {
  private final WorkerContext context;
  private final TreeMap<Integer, ColumnVector> columns = new TreeMap<>();
  private final Batch subset;
  private @Nullable Selection selection;

  public RowSubset(Expression expression, WorkerContext context) {
    this.context = context;
    collect(expression);
    ColumnVector[] all = new ColumnVector[columns.isEmpty() ? 0 : columns.lastKey() + 1];
    for (int i = 0; i < all.length; i++) {
      ColumnVector column = columns.get(i);
      all[i] = column == null ? new ColumnVector(dev.paceline.core.type.DataType.BOOLEAN) : column;
    }
    subset = new Batch(all);
  }

  private void collect(Expression expression) {
    if (expression instanceof ColumnReference reference) {
      columns.computeIfAbsent(
          reference.columnIndex(), unused -> new ColumnVector(reference.type(), context.memory()));
    }
    expression.operands().forEach(this::collect);
  }

  /**
   * The rows whose bit is set; the batch itself if all are.
   *
   * @param mask whole words
   * @return null if no bit is set
   */
  public @Nullable Batch of(Batch batch, MemorySegment mask) {
    int rows = batch.rowCount();
    Selection rowsOfMask = selection;
    if (rowsOfMask == null) {
      rowsOfMask = new Selection(context.memory(), Math.max(rows, context.batchRows()));
      selection = rowsOfMask;
    }
    for (int word = 0; word < TruthValues.words(rows); word++) {
      long at = (long) word << 3;
      rowsOfMask
          .bitmap()
          .set(JAVA_LONG, at, mask.get(JAVA_LONG, at) & TruthValues.valid(word, rows));
    }
    int count = rowsOfMask.update(rows);
    if (count == 0) {
      return null;
    }
    if (count == rows) {
      return batch;
    }
    MemorySegment positions = rowsOfMask.positions();
    int capacity = Math.max(rows, context.batchRows());
    columns.forEach(
        (index, column) ->
            Compactor.gather(batch.column(index), positions, count, column, capacity));
    return subset.set(count, null);
  }

  /** The rows of the last subset, as 32-bit numbers of the batch's rows. */
  public MemorySegment positions() {
    Selection current = selection;
    if (current == null) {
      throw new IllegalStateException("no subset yet");
    }
    return current.positions();
  }
}
