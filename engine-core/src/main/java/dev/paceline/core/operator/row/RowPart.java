package dev.paceline.core.operator.row;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that one worker appends, for a {@link RowCollector}. One worker uses it. */
public final class RowPart {
  private final ColumnPart[] columns;
  private final ColumnVector[] compacted;
  private final int capacity;
  private long rowCount;

  /**
   * @param memory where the rows live
   * @param context of the worker, in whose memory scratch lives
   */
  public RowPart(List<DataType> types, MemoryScope memory, WorkerContext context) {
    capacity = context.batchRows();
    columns = new ColumnPart[types.size()];
    compacted = new ColumnVector[columns.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = ColumnPart.of(types.get(i), memory, context.memory());
      compacted[i] = new ColumnVector(types.get(i), context.memory());
    }
  }

  public long rowCount() {
    return rowCount;
  }

  /** Bytes of the rows so far, without room for more. */
  public long bytes() {
    long bytes = 0;
    for (ColumnPart column : columns) {
      bytes += column.bytes();
    }
    return bytes;
  }

  /** Copies the selected rows of all columns. */
  public void append(Batch batch) {
    Selection selection = batch.selection();
    MemorySegment positions = selection == null ? null : selection.positions();
    int count = batch.selectedCount();
    for (int i = 0; i < columns.length; i++) {
      append(i, batch.column(i), positions, count);
    }
    rowCount += count;
  }

  /**
   * Copies some rows of some columns.
   *
   * @param from the batch's column for each column of the store
   * @param positions 32-bit row numbers; null for the first {@code count} rows
   */
  public void append(Batch batch, int[] from, @Nullable MemorySegment positions, int count) {
    for (int i = 0; i < columns.length; i++) {
      append(i, batch.column(from[i]), positions, count);
    }
    rowCount += count;
  }

  private void append(
      int column, ColumnVector source, @Nullable MemorySegment positions, int count) {
    ColumnVector dense = source;
    if (positions != null) {
      dense = compacted[column];
      Compactor.gather(source, positions, count, dense, capacity);
    }
    columns[column].append(dense, count);
  }

  ColumnPart column(int index) {
    return columns[index];
  }
}
