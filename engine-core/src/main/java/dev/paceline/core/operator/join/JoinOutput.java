package dev.paceline.core.operator.join;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.operator.join.JoinColumns.Output;
import dev.paceline.core.operator.row.RowStore;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a join's output batches: left columns as windows on the input where all rows stay in place,
 * else gathered; right columns gathered from the store. One worker uses it.
 */
public final class JoinOutput {
  private final List<Output> outputs;
  private final ColumnVector[] vectors;
  private final Batch batch;
  private final int capacity;
  private final BatchConsumer downstream;

  public JoinOutput(JoinColumns columns, WorkerContext context, BatchConsumer downstream) {
    this.outputs = columns.outputs();
    this.capacity = context.batchRows();
    this.downstream = downstream;
    vectors = new ColumnVector[outputs.size()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = new ColumnVector(outputs.get(i).type(), context.memory());
    }
    batch = new Batch(vectors);
  }

  /** The vector of the mark, to be filled before the emission; null if it is not wanted. */
  public @Nullable ColumnVector mark() {
    for (int i = 0; i < vectors.length; i++) {
      if (outputs.get(i).side() == JoinColumns.Side.MARK) {
        return vectors[i];
      }
    }
    return null;
  }

  /**
   * Emits left rows where they are, each with at most one right row.
   *
   * @param selection of the rows to emit; null for all
   * @param rows per left row a right row, valid everywhere
   * @param missing left rows that have NULL for the right columns; null for none
   */
  public boolean emitInPlace(
      Batch left,
      @Nullable Selection selection,
      RowStore store,
      MemorySegment rows,
      @Nullable MemorySegment missing) {
    int count = left.rowCount();
    for (int i = 0; i < vectors.length; i++) {
      Output output = outputs.get(i);
      if (output.side() == JoinColumns.Side.LEFT) {
        vectors[i].pointTo(left.column(output.column()));
      } else {
        store.gather(output.column(), rows, missing, count, vectors[i], capacity);
      }
    }
    return downstream.accept(batch.set(count, selection));
  }

  /** Emits left rows where they are; right columns are NULL, a mark is as it has been filled. */
  public boolean emitLeft(Batch left, @Nullable Selection selection) {
    for (int i = 0; i < vectors.length; i++) {
      switch (outputs.get(i).side()) {
        case LEFT -> vectors[i].pointTo(left.column(outputs.get(i).column()));
        case RIGHT -> vectors[i].setConstantNull();
        case MARK -> {}
      }
    }
    return downstream.accept(batch.set(left.rowCount(), selection));
  }

  /** Emits some left rows, packed together; right columns are NULL. */
  public boolean emitLeft(Batch left, MemorySegment positions, int count) {
    for (int i = 0; i < vectors.length; i++) {
      Output output = outputs.get(i);
      if (output.side() == JoinColumns.Side.LEFT) {
        Compactor.gather(left.column(output.column()), positions, count, vectors[i], capacity);
      } else {
        vectors[i].setConstantNull();
      }
    }
    return downstream.accept(batch.set(count, null));
  }

  /**
   * Emits pairs.
   *
   * @param positions left rows
   * @param rows right rows, valid everywhere
   * @param missing pairs that have NULL for the right columns; null for none
   */
  public boolean emitPairs(
      Batch left,
      MemorySegment positions,
      RowStore store,
      MemorySegment rows,
      @Nullable MemorySegment missing,
      int count) {
    for (int i = 0; i < vectors.length; i++) {
      Output output = outputs.get(i);
      if (output.side() == JoinColumns.Side.LEFT) {
        Compactor.gather(left.column(output.column()), positions, count, vectors[i], capacity);
      } else {
        store.gather(output.column(), rows, missing, count, vectors[i], capacity);
      }
    }
    return downstream.accept(batch.set(count, null));
  }

  /**
   * Emits right rows [fromRow, fromRow + count) beside the columns of some left row or NULLs.
   *
   * @param left whose row {@code leftRow} goes with all of them; null for NULLs
   */
  public boolean emitRight(
      @Nullable Batch left,
      int leftRow,
      RowStore store,
      int fromRow,
      int count,
      @Nullable Selection selection) {
    for (int i = 0; i < vectors.length; i++) {
      Output output = outputs.get(i);
      if (output.side() == JoinColumns.Side.RIGHT) {
        store.window(output.column(), fromRow, count, vectors[i]);
      } else if (left == null) {
        vectors[i].setConstantNull();
      } else {
        RowStore.constant(left.column(output.column()), leftRow, vectors[i]);
      }
    }
    return downstream.accept(batch.set(count, selection));
  }

  /** Emits left rows where they are beside one right row. */
  public boolean emitConstant(Batch left, @Nullable Selection selection, RowStore store, int row) {
    for (int i = 0; i < vectors.length; i++) {
      Output output = outputs.get(i);
      if (output.side() == JoinColumns.Side.LEFT) {
        vectors[i].pointTo(left.column(output.column()));
      } else {
        store.constant(output.column(), row, vectors[i]);
      }
    }
    return downstream.accept(batch.set(left.rowCount(), selection));
  }
}
