package dev.paceline.storage.table;

import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.rowgroup.EncodedRowGroup;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes row groups of rows, one after the other. One thread at a time. */
final class RowGroupWriter {
  private final Database database;
  private final TableIdentity identity;
  private final MemoryScope scratch;
  private final AppendFailures failures;
  private final Runnable check;
  private final Consumer<RowGroup> written;

  /** Null before the first row and after a failure. */
  private @Nullable RowGroupBuilder builder;

  private @Nullable Compactor compactor;
  private long encodedRows;

  /**
   * @param scratch where rows wait to be encoded
   * @param check is run every few milliseconds of work, and may throw
   * @param written takes over the hold of each row group
   */
  RowGroupWriter(
      Database database,
      TableIdentity identity,
      MemoryScope scratch,
      AppendFailures failures,
      Runnable check,
      Consumer<RowGroup> written) {
    this.database = database;
    this.identity = identity;
    this.scratch = scratch;
    this.failures = failures;
    this.check = check;
    this.written = written;
  }

  /** The builder of the current row group, if there is one already. */
  @Nullable RowGroupBuilder current() {
    return builder;
  }

  /** The builder of the current row group, made for its first row: waiting costs nothing. */
  RowGroupBuilder builder() {
    RowGroupBuilder current = builder;
    if (current == null) {
      current = new RowGroupBuilder(identity.definition(), database, scratch, failures);
      builder = current;
    }
    return current;
  }

  /** Rows that are not encoded. */
  int pendingRows() {
    RowGroupBuilder current = builder;
    return current == null ? 0 : current.rowCount();
  }

  /** Rows of all row groups so far. */
  long encodedRows() {
    return encodedRows;
  }

  /** Forgets the rows that are not encoded. */
  void discard() {
    builder = null;
  }

  /** Adds the selected rows of a batch. */
  void append(Batch batch) {
    Batch dense = batch.selection() == null ? batch : compactor(batch).compact(batch);
    int row = 0;
    while (row < dense.rowCount()) {
      RowGroupBuilder rows = builder();
      int count = rows.fitting(dense, row);
      rows.append(dense, row, count);
      row += count;
      encodeIfFull();
    }
  }

  private Compactor compactor(Batch batch) {
    Compactor current = compactor;
    if (current == null || batch.rowCount() > QueryContext.DEFAULT_BATCH_ROWS) {
      current =
          new Compactor(
              identity.definition().columnTypes().toArray(DataType[]::new),
              scratch,
              Math.max(batch.rowCount(), QueryContext.DEFAULT_BATCH_ROWS));
      compactor = current;
    }
    return current;
  }

  /** Whether the rows of another writer that are not encoded fit into the current row group. */
  boolean fits(RowGroupWriter other) {
    RowGroupBuilder current = builder;
    RowGroupBuilder more = other.builder;
    return current == null || more == null || current.fits(more);
  }

  /** Takes over the rows of another writer that are not encoded; they fit. */
  void take(RowGroupWriter other) {
    RowGroupBuilder more = other.builder;
    if (more != null && more.rowCount() > 0) {
      builder().append(more, check);
      other.discard();
      encodeIfFull();
    }
  }

  void encodeIfFull() {
    RowGroupBuilder current = builder;
    if (current != null && current.isFull()) {
      encode();
    }
  }

  /** Ends the current row group, if it has rows. */
  void encode() {
    RowGroupBuilder current = builder;
    if (current == null || current.rowCount() == 0) {
      return;
    }
    int rows = current.rowCount();
    builder = null; // a failure leaves nothing that rows could be added to
    written.accept(store(database, identity, current, check));
    encodedRows += rows;
    builder = current;
  }

  /** Ends a row group and hands it to the store; the caller is its first holder. */
  static RowGroup store(
      Database database, TableIdentity identity, RowGroupBuilder builder, Runnable check) {
    boolean full = builder.isFull();
    EncodedRowGroup group = builder.encode(check);
    int rows = group.rowCount();
    var summaries = group.summaries();
    return new RowGroup(rows, summaries, database.store().write(identity, group), full);
  }
}
