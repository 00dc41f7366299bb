package dev.paceline.storage.table;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.RowTarget;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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

  private final RowGroupWriter writer;

  @GuardedBy("this")
  private final List<Appender> parts = new ArrayList<>();

  @GuardedBy("this")
  private final List<QueryAppend> queries = new ArrayList<>();

  private List<RowGroup> rowGroups = new ArrayList<>();

  /** Rows of the row groups that queries have made. */
  private long queriedRows;

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
    this.writer =
        new RowGroupWriter(
            database,
            identity,
            scratch,
            this::failure,
            () -> {},
            rowGroup -> rowGroups.add(rowGroup));
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
    failed = true;
    writer.append(batch);
    failed = false;
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
    if (rows.isFull()) {
      encode();
    }
  }

  private RowGroupBuilder builder() {
    RowGroupBuilder current = writer.current();
    if (current == null) {
      checkUsable();
      current = writer.builder();
    }
    return current;
  }

  /**
   * Rows added to this appender and its parts so far; exact while no other thread appends to a
   * part.
   */
  public synchronized long rowCount() {
    long rows = writer.encodedRows() + writer.pendingRows() + queriedRows;
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
   * Returns what takes the rows of one query, whose workers add them side by side. They follow the
   * rows that this appender has, as soon as the query has ended well; no row may be added otherwise
   * until then. Closing this appender discards what a query that failed has added.
   */
  public synchronized RowTarget target() {
    checkUsable();
    if (isPart) {
      throw new IllegalStateException("a query fills the whole append, not a part");
    }
    QueryAppend target = new QueryAppend(database, identity, this);
    queries.add(target);
    return target;
  }

  /**
   * Takes over row groups that a query has made.
   *
   * @param added with one hold each
   */
  synchronized void take(List<RowGroup> added) {
    checkUsable();
    if (!added.isEmpty()) {
      encode(); // the earlier rows stay before those of the query
    }
    for (RowGroup rowGroup : added) {
      rowGroups.add(rowGroup);
      queriedRows += rowGroup.rowCount();
    }
  }

  /** Takes over rows that a query has not made row groups of. */
  void take(RowGroupWriter rows) {
    checkUsable();
    failed = true;
    if (!writer.fits(rows)) {
      writer.encode();
    }
    writer.take(rows);
    failed = false;
  }

  /**
   * Encodes the rows that do not fill a row group, and gives the buffers back; no row can be added
   * afterwards. A thread that fills a part calls this, so that the commit need not.
   */
  public void finish() {
    checkUsable();
    encode();
    writer.discard();
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
    writer.discard();
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
    writer.discard();
    parts.forEach(Appender::close);
    queries.forEach(QueryAppend::close);
    rowGroups.forEach(RowGroup::release);
    rowGroups = new ArrayList<>();
    scratch.close();
  }

  private void encode() {
    failed = true;
    writer.encode();
    failed = false;
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
    failed = true;
    long number = writer.encodedRows() + row + 1;
    writer.discard();
    return AppendFailures.of(code, definition, column, number, what);
  }
}
