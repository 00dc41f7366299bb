package dev.paceline.storage.table;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.rowgroup.EncodedRowGroup;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds rows to a table: all of them become visible at {@link #commit}, or none.
 *
 * <p>One thread at a time. To append with several threads, {@link #fork} a part for each of them;
 * the parts' rows follow this appender's own rows in the order of forking.
 *
 * <p>Lengths of strings are checked at once, the rest when a row group is full, at {@link #finish}
 * or at the commit: NOT_NULL_VIOLATION, NUMERIC_OVERFLOW and STRING_TOO_LONG name table, column and
 * row (of this part, counted from 1). After any error the appender can only be closed.
 */
public final class Appender implements AutoCloseable {
  private final Database database;
  private final TableIdentity identity;
  private final TableDefinition definition;

  /** Takes over the holds of all row groups if it succeeds. */
  private final Consumer<List<RowGroup>> commit;

  private final MemoryScope scratch;
  private final boolean isPart;

  /**
   * The builder that rows are added to; null before the first row, and when no row can be added.
   */
  private @Nullable RowGroupBuilder builder;

  @GuardedBy("this")
  private final List<Appender> parts = new ArrayList<>();

  private List<RowGroup> rowGroups = new ArrayList<>();
  private long encodedRows;
  private @Nullable Compactor compactor;
  private boolean failed;
  private boolean committed;
  private boolean closed;

  /**
   * @param commit adds row groups to the table, and takes over their holds if it succeeds
   */
  Appender(Database database, TableIdentity identity, Consumer<List<RowGroup>> commit) {
    this(database, identity, commit, false);
  }

  private Appender(
      Database database, TableIdentity identity, Consumer<List<RowGroup>> commit, boolean isPart) {
    this.database = database;
    this.identity = identity;
    this.definition = identity.definition();
    this.commit = commit;
    this.isPart = isPart;
    this.scratch = database.ledger().openScope("append to table " + definition.name());
  }

  public TableDefinition definition() {
    return definition;
  }

  /**
   * Adds the selected rows of a batch.
   *
   * @param batch one vector a column, of the column's family, in any form; decimals with the
   *     column's scale
   */
  public void append(Batch batch) {
    checkUsable();
    Batch dense = batch.selection() == null ? batch : compactor(batch).compact(batch);
    int row = 0;
    while (row < dense.rowCount()) {
      RowGroupBuilder rows = builder();
      int count = rows.fitting(dense, row);
      rows.append(dense, row, count);
      row += count;
      encodeIfFull(rows);
    }
  }

  private Compactor compactor(Batch batch) {
    Compactor current = compactor;
    if (current == null || batch.rowCount() > QueryContext.DEFAULT_BATCH_ROWS) {
      current =
          new Compactor(
              definition.columnTypes().toArray(DataType[]::new),
              scratch,
              Math.max(batch.rowCount(), QueryContext.DEFAULT_BATCH_ROWS));
      compactor = current;
    }
    return current;
  }

  // One row at a time: some set calls, then endRow(). A column that is not set is NULL.

  public void setNull(int column) {
    RowGroupBuilder columns = builder();
    columns.set(column).setNull(columns.rowCount());
  }

  /** An INTEGRAL value: integers, unscaled decimals, dates, times, timestamps, intervals. */
  public void setLong(int column, long value) {
    RowGroupBuilder columns = builder();
    columns.set(column).setLong(columns.rowCount(), value);
  }

  /** An INTEGRAL value of 128 bits. */
  public void setInt128(int column, long high, long low) {
    RowGroupBuilder columns = builder();
    columns.set(column).setInt128(columns.rowCount(), high, low);
  }

  public void setDouble(int column, double value) {
    RowGroupBuilder columns = builder();
    columns.set(column).setDouble(columns.rowCount(), value);
  }

  public void setBoolean(int column, boolean value) {
    RowGroupBuilder columns = builder();
    columns.set(column).setLong(columns.rowCount(), value ? 1 : 0);
  }

  /**
   * A BYTES value.
   *
   * @param value UTF-8 for CHAR and VARCHAR; copied
   */
  public void setBytes(int column, byte[] value) {
    setBytes(column, value, 0, value.length);
  }

  /** Like {@link #setBytes(int, byte[])}, for a part of an array. */
  public void setBytes(int column, byte[] value, int offset, int length) {
    RowGroupBuilder columns = builder();
    columns.set(column).setBytes(columns.rowCount(), value, offset, length);
  }

  public void endRow() {
    RowGroupBuilder rows = builder();
    rows.endRow();
    encodeIfFull(rows);
  }

  /**
   * Returns the builder that rows are added to. It is created for the first row, so that waiting
   * parts cost nothing.
   */
  private RowGroupBuilder builder() {
    RowGroupBuilder current = builder;
    if (current == null) {
      checkUsable();
      current = new RowGroupBuilder(definition, database, scratch, this::failure);
      builder = current;
    }
    return current;
  }

  private int pendingRows() {
    RowGroupBuilder current = builder;
    return current == null ? 0 : current.rowCount();
  }

  /**
   * Rows added to this appender and its parts so far; exact while no other thread appends to a
   * part.
   */
  public synchronized long rowCount() {
    long rows = encodedRows + pendingRows();
    for (Appender part : parts) {
      rows += part.rowCount();
    }
    return rows;
  }

  /**
   * A part of this append that another thread may fill. Commit only this appender, after all
   * threads have ended their parts (best with {@link #finish}); it also closes them.
   */
  public synchronized Appender fork() {
    checkUsable();
    if (isPart) {
      throw new IllegalStateException("fork the whole append, not a part");
    }
    Appender part = new Appender(database, identity, commit, true);
    parts.add(part);
    return part;
  }

  /**
   * Encodes the rows that do not fill a row group, and gives the buffers back; no row can be added
   * afterwards. A thread that fills a part calls this, so that the commit need not.
   */
  public void finish() {
    checkUsable();
    encode();
    builder = null;
    scratch.close();
  }

  /** Makes all rows visible (and durable), or none; then the appender can only be closed. */
  public synchronized void commit() {
    if (isPart) {
      throw new IllegalStateException("commit the whole append, not a part");
    }
    checkUsable();
    encode();
    List<RowGroup> added = new ArrayList<>(rowGroups);
    for (Appender part : parts) {
      part.checkUsable();
      part.encode();
      added.addAll(part.rowGroups);
    }
    commit.accept(added);
    committed = true;
    builder = null;
    rowGroups = new ArrayList<>();
    parts.forEach(part -> part.rowGroups = new ArrayList<>());
  }

  /** Discards the rows unless they were committed. Idempotent. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    builder = null;
    parts.forEach(Appender::close);
    rowGroups.forEach(RowGroup::release);
    rowGroups = new ArrayList<>();
    scratch.close();
  }

  private void encodeIfFull(RowGroupBuilder rows) {
    if (rows.isFull()) {
      encode();
    }
  }

  private void encode() {
    RowGroupBuilder current = builder;
    if (current == null || current.rowCount() == 0) {
      return;
    }
    int rows = current.rowCount();
    fail();
    rowGroups.add(store(database, identity, current));
    encodedRows += rows;
    failed = false;
    builder = current;
  }

  private void fail() {
    failed = true;
    builder = null;
  }

  /** Ends a row group and hands it to the store; the caller is its first holder. */
  static RowGroup store(Database database, TableIdentity identity, RowGroupBuilder builder) {
    boolean full = builder.isFull();
    EncodedRowGroup group = builder.encode();
    int rows = group.rowCount();
    var summaries = group.summaries();
    return new RowGroup(rows, summaries, database.store().write(identity, group), full);
  }

  private void checkUsable() {
    if (closed || committed) {
      throw new PacelineException(
          ErrorCode.OBJECT_CLOSED, "the append to table " + definition.name() + " has ended");
    }
    if (failed) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "the append to table " + definition.name() + " has failed; close it and start again");
    }
  }

  private PacelineException failure(ErrorCode code, ColumnDefinition column, int row, String what) {
    fail();
    return new PacelineException(
        code,
        "table "
            + definition.name()
            + ", column "
            + column.name()
            + ", row "
            + (encodedRows + row + 1)
            + ": "
            + what);
  }
}
