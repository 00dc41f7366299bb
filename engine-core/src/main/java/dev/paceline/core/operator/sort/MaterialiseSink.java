package dev.paceline.core.operator.sort;

import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.row.RowCollector;
import dev.paceline.core.operator.row.RowPart;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.type.DataType;
import java.util.List;

/** Buffers rows between two pipelines; those of one worker keep their order. */
public final class MaterialiseSink implements Sink {
  private final RowCollector rows;

  public MaterialiseSink(List<DataType> types, QueryContext query) {
    rows = new RowCollector(types, query, "materialise");
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

  /** The rows; every call makes a source of its own over the same rows. */
  public Source output() {
    return new StoredRowsSource(name(), rows.types(), this::all, false);
  }

  private StoredRowsSource.Rows all() {
    RowStore store = rows.store();
    return new StoredRowsSource.Rows(store, null, 0, store.rowCount());
  }

  @Override
  public String name() {
    return "materialise";
  }
}
