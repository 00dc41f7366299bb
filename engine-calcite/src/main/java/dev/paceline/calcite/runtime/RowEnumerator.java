package dev.paceline.calcite.runtime;

import dev.paceline.core.column.Batch;
import dev.paceline.core.engine.RunningQuery;
import java.lang.ref.Reference;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the rows of a running query, and ends it when it is closed. One thread at a time.
 */
final class RowEnumerator implements Enumerator<Object> {
  private final RunningQuery query;
  private final ObjectReader[] readers;
  private final @Nullable AtomicBoolean cancelFlag;

  /** Held because the snapshots of the statement are closed when this is garbage. */
  private final DataContext context;

  private @Nullable Batch batch;
  private int row;

  /** Takes over the query. */
  RowEnumerator(RelDataType rowType, RunningQuery query, DataContext context) {
    this.query = query;
    this.context = context;
    this.readers = ObjectReader.of(rowType);
    this.cancelFlag = DataContext.Variable.CANCEL_FLAG.get(context);
  }

  @Override
  public boolean moveNext() {
    Batch current = batch;
    if (current != null && ++row < current.rowCount()) {
      return true;
    }
    if (cancelFlag != null && cancelFlag.get()) {
      query.cancel();
    }
    try {
      current = query.nextBatch();
    } finally {
      Reference.reachabilityFence(context);
    }
    batch = current;
    row = 0;
    return current != null;
  }

  @Override
  public Object current() {
    Batch current = batch;
    if (current == null) {
      throw new NoSuchElementException();
    }
    if (readers.length == 1) {
      return readers[0].read(current.column(0), row);
    }
    Object[] values = new Object[readers.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = readers[i].read(current.column(i), row);
    }
    return values;
  }

  @Override
  public void reset() {
    throw new UnsupportedOperationException("the rows of a query come once");
  }

  @Override
  public void close() {
    query.close();
  }
}
