package dev.paceline.core.operator.row;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Collects rows for a {@link RowStore}: each worker appends to a {@link RowPart} of its own; when
 * all parts are full, {@link #combine} moves them, column by column, into one store.
 *
 * <p>Threads: {@link #newPart} and {@link #add} from any; the rest from one thread at a time, after
 * the last append.
 */
public final class RowCollector {
  /** So few rows are moved by one order. */
  private static final int FEW_ROWS = 1 << 13;

  private final List<DataType> types;
  private final QueryContext query;
  private final String owner;
  private final List<RowPart> parts = new ArrayList<>();
  private @Nullable RowStore store;

  /**
   * @param types of the columns; may be empty: then only the number of rows is kept
   * @param query whose memory holds the rows
   * @param owner what error messages call the operator
   */
  public RowCollector(List<DataType> types, QueryContext query, String owner) {
    this.types = List.copyOf(types);
    this.query = query;
    this.owner = owner;
  }

  public List<DataType> types() {
    return types;
  }

  /** A new part; its rows come behind those of all earlier parts. */
  public RowPart newPart(WorkerContext context) {
    RowPart part = new RowPart(types, query.memory(), context);
    add(part);
    return part;
  }

  /**
   * Takes a part that lives in memory of its own, which may end once the store is complete. Its
   * rows come behind those of all earlier parts.
   *
   * @param part of the same types
   */
  public synchronized void add(RowPart part) {
    parts.add(part);
  }

  /** Rows appended so far. */
  public synchronized long rowCount() {
    long count = 0;
    for (RowPart part : parts) {
      count += part.rowCount();
    }
    return count;
  }

  /**
   * Starts to make the store of all rows. No part may be used afterwards.
   *
   * @return independent orders of about a millisecond each, which any workers may run; the store is
   *     complete when all of them have ended
   */
  public List<FinishOrder> combine() {
    RowStore opened = open();
    List<Runnable> pieces = new ArrayList<>();
    for (int column = 0; column < types.size(); column++) {
      pieces.addAll(opened.fill(column, columnParts(column)));
    }
    if (opened.rowCount() <= FEW_ROWS) {
      return List.of(unused -> pieces.forEach(Runnable::run));
    }
    return pieces.stream()
        .<FinishOrder>map(
            piece ->
                unused -> {
                  query.cancellation().check();
                  piece.run();
                })
        .toList();
  }

  private synchronized RowStore open() {
    long count = rowCount();
    if (count > RowStore.MAX_ROWS) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          String.format(
              Locale.ROOT,
              "%s of %s keeps %,d rows, but at most %,d are possible; filter its input further",
              owner,
              query.name(),
              count,
              RowStore.MAX_ROWS));
    }
    RowStore opened = new RowStore(types, (int) count, query.memory());
    store = opened;
    return opened;
  }

  /** {@link #combine} by the calling thread. */
  public RowStore combineNow() {
    RowStore combined = open();
    for (int column = 0; column < types.size(); column++) {
      for (Runnable piece : combined.fill(column, columnParts(column))) {
        query.cancellation().check();
        piece.run();
      }
    }
    return combined;
  }

  /** The store; its columns may be read once {@link #combine}'s orders have ended. */
  public synchronized RowStore store() {
    if (store == null) {
      throw new IllegalStateException("the rows of " + owner + " have not been combined");
    }
    return store;
  }

  private synchronized List<ColumnPart> columnParts(int column) {
    return parts.stream().map(part -> part.column(column)).toList();
  }
}
