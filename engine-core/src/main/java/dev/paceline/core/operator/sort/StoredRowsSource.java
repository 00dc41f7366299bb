package dev.paceline.core.operator.sort;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Hands out stored rows, in the order of a list of row numbers or as they lie. */
final class StoredRowsSource implements Source {
  private static final int MORSEL_ROWS = 1 << 15;

  private final String name;
  private final List<DataType> types;
  private final Supplier<Rows> finished;
  private final boolean ordered;

  @GuardedBy("this")
  private @Nullable Rows rows;

  @GuardedBy("this")
  private int next;

  /**
   * Some rows of a store.
   *
   * @param order 32-bit row numbers; null for the store's order
   * @param from and to which positions of the order
   */
  record Rows(RowStore store, @Nullable MemorySegment order, int from, int to) {}

  private record Part(Rows rows, int from, int to) implements Morsel {}

  /**
   * @param finished gives the rows once their sink is complete
   * @param ordered whether their order means something
   */
  StoredRowsSource(String name, List<DataType> types, Supplier<Rows> finished, boolean ordered) {
    this.name = name;
    this.types = types;
    this.finished = finished;
    this.ordered = ordered;
  }

  @Override
  public synchronized void open() {
    Rows all = finished.get();
    rows = all;
    next = all.from;
  }

  @Override
  public synchronized @Nullable Morsel next() {
    Rows all = rows;
    if (all == null || next >= all.to) {
      return null;
    }
    int from = next;
    next = Math.min(from + MORSEL_ROWS, all.to);
    return new Part(all, from, next);
  }

  @Override
  public synchronized boolean exhausted() {
    return rows != null && next >= rows.to;
  }

  @Override
  public boolean ordered() {
    return ordered;
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    Batch batch = newBatch(types, context);
    return (morsel, out) -> read((Part) morsel, batch, context, out);
  }

  /** Pushes all rows at once, until the consumer needs no more. */
  static void read(List<DataType> types, Rows rows, WorkerContext context, BatchConsumer out) {
    read(new Part(rows, rows.from, rows.to), newBatch(types, context), context, out);
  }

  private static Batch newBatch(List<DataType> types, WorkerContext context) {
    ColumnVector[] columns = new ColumnVector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ColumnVector(types.get(i), context.memory());
    }
    return new Batch(columns);
  }

  private static void read(Part part, Batch batch, WorkerContext context, BatchConsumer out) {
    MemorySegment order = part.rows.order;
    if (order == null) {
      part.rows.store.read(part.from, part.to, batch, context, out);
      return;
    }
    int capacity = context.batchRows();
    for (int from = part.from; from < part.to; from += capacity) {
      context.query().cancellation().check();
      int count = Math.min(capacity, part.to - from);
      MemorySegment positions = order.asSlice(4L * from);
      for (int i = 0; i < batch.columnCount(); i++) {
        part.rows.store.gather(i, positions, count, batch.column(i), capacity);
      }
      if (!out.accept(batch.set(count, null))) {
        return;
      }
    }
  }

  @Override
  public String name() {
    return name;
  }
}
