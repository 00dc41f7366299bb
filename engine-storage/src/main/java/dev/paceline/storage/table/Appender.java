package dev.paceline.storage.table;

import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import org.jspecify.annotations.Nullable;

/**
 * Adds rows to a table: all of them become visible at {@link #commit}, or none.
 *
 * <p>One thread at a time. To append with several threads, {@link #fork} a part for each of them;
 * the parts' rows follow this appender's own rows in the order of forking.
 *
 * <p>Values are checked when a row group is full or at the commit: NOT_NULL_VIOLATION,
 * NUMERIC_OVERFLOW and STRING_TOO_LONG name table, column and row. After any error the appender can
 * only be closed.
 */
public final class Appender implements AutoCloseable {
  private final Database database;
  private final TableDefinition definition;
  private final @Nullable Table table;

  /**
   * @param table null: the commit creates it
   */
  Appender(Database database, TableDefinition definition, @Nullable Table table) {
    this.database = database;
    this.definition = definition;
    this.table = table;
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
    throw notYet();
  }

  // One row at a time: some set calls, then endRow(). A column that is not set is NULL.

  public void setNull(int column) {
    throw notYet();
  }

  /** An INTEGRAL value: integers, unscaled decimals, dates, times, timestamps, intervals. */
  public void setLong(int column, long value) {
    throw notYet();
  }

  /** An INTEGRAL value of 128 bits. */
  public void setInt128(int column, long high, long low) {
    throw notYet();
  }

  public void setDouble(int column, double value) {
    throw notYet();
  }

  public void setBoolean(int column, boolean value) {
    throw notYet();
  }

  /**
   * A BYTES value.
   *
   * @param value UTF-8 for CHAR and VARCHAR; copied
   */
  public void setBytes(int column, byte[] value) {
    setBytes(column, value, 0, value.length);
  }

  /** As {@link #setBytes(int, byte[])}, a part of an array. */
  public void setBytes(int column, byte[] value, int offset, int length) {
    throw notYet();
  }

  public void endRow() {
    throw notYet();
  }

  /** Rows added to this appender and its parts so far. */
  public long rowCount() {
    throw notYet();
  }

  /**
   * A part of this append that another thread may fill. Closing it before the commit gives its rows
   * up; commit only this appender, after all threads have ended their parts.
   */
  public Appender fork() {
    throw notYet();
  }

  /** Makes all rows visible (and durable), or none; then the appender can only be closed. */
  public void commit() {
    throw notYet();
  }

  /** Without a commit, nothing happened. Idempotent. */
  @Override
  public void close() {}

  private PacelineException notYet() {
    return new PacelineException(
        ErrorCode.NOT_SUPPORTED, "appending to " + definition.name() + database + table);
  }
}
