package dev.paceline.core.operator.sort;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.row.RowCollector;
import dev.paceline.core.operator.row.RowPart;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ORDER BY: collects all rows, combines them into one store, and sorts row numbers, not rows. The
 * order of equal rows is that of the store.
 */
public final class SortSink implements Sink {
  private final List<SortKey> keys;
  private final long offset;
  private final long limit;
  private final QueryContext query;
  private final RowCollector rows;
  private volatile @Nullable MemorySegment order;

  /**
   * @param keys at least one
   * @param offset first row of the order to deliver
   * @param limit the most rows to deliver; -1 for all
   */
  public SortSink(
      List<DataType> types, List<SortKey> keys, long offset, long limit, QueryContext query) {
    this.keys = List.copyOf(keys);
    this.offset = offset;
    this.limit = limit;
    this.query = query;
    this.rows = new RowCollector(types, query, "sort");
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    RowPart part = rows.newPart(context);
    return batch -> {
      part.append(batch);
      return true;
    };
  }

  @Override
  public List<FinishOrder> finish() {
    return rows.combine();
  }

  @Override
  public void complete() {
    RowStore store = rows.store();
    ColumnVector[] columns = new ColumnVector[store.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = store.column(i);
    }
    order = RowSorter.sort(columns, store.rowCount(), keys, query.memory(), query.cancellation());
  }

  /** The rows in order. */
  public Source output() {
    return new StoredRowsSource("sorted", rows.types(), this::sorted, true);
  }

  private StoredRowsSource.Rows sorted() {
    RowStore store = rows.store();
    int count = store.rowCount();
    int from = (int) Math.min(count, offset);
    int to = limit < 0 ? count : (int) Math.min(count, from + Math.min(limit, count));
    return new StoredRowsSource.Rows(store, order, from, to);
  }

  @Override
  public String name() {
    return "sort";
  }
}
