package dev.paceline;

import dev.paceline.calcite.session.ValueAppender;
import dev.paceline.storage.table.Appender;
import java.math.BigDecimal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds rows to a table without SQL, which is the fastest way to insert rows. All of them become
 * visible at {@link #commit}, or none.
 *
 * <p>To add a row, call {@code set} methods in any order, then {@link #endRow}; a column that is
 * not set is NULL. Columns count from 0, in the order of CREATE TABLE. The values are converted to
 * the types of the columns as an INSERT converts them.
 *
 * <p>One thread at a time. To append with several threads, {@link #fork} a part for each of them.
 * All errors are {@link dev.paceline.core.error.PacelineException}s that name table and column. A
 * value that does not fit its type is refused at once. NOT NULL is checked after each hundred
 * thousand rows or so, and at the commit. The caller closes the appender, which discards rows that
 * were not committed.
 */
public final class TableAppender implements AutoCloseable {
  private final ValueAppender values;
  private final Appender rows;
  private final Consumer<TableAppender> whenClosed;

  TableAppender(ValueAppender values, Consumer<TableAppender> whenClosed) {
    this.values = values;
    this.rows = values.appender();
    this.whenClosed = whenClosed;
  }

  /**
   * Sets a column to a value of any type.
   *
   * @param value Boolean, Integer, Long, Double, BigDecimal, String, byte[], UUID or a java.time
   *     value; for a list a Collection or an array, also of int, long, float or double; for a
   *     struct a Map by the names of its fields, or a Collection or an array by their places; for a
   *     map a Map; null for NULL
   */
  public TableAppender set(int column, @Nullable Object value) {
    values.set(column, value);
    return this;
  }

  /** Sets a column to NULL. */
  public TableAppender setNull(int column) {
    rows.setNull(column);
    return this;
  }

  /** Sets a column to an integer. */
  public TableAppender setLong(int column, long value) {
    values.setLong(column, value);
    return this;
  }

  /** Sets a column to a double. */
  public TableAppender setDouble(int column, double value) {
    values.setDouble(column, value);
    return this;
  }

  /** Sets a column to a boolean. */
  public TableAppender setBoolean(int column, boolean value) {
    return set(column, value);
  }

  /** Sets a column to a decimal number, rounded to the scale of the column. */
  public TableAppender setBigDecimal(int column, @Nullable BigDecimal value) {
    return set(column, value);
  }

  /** Sets a column to a string. */
  public TableAppender setString(int column, @Nullable String value) {
    return set(column, value);
  }

  /** Ends the row, and begins the next one. */
  public void endRow() {
    rows.endRow();
  }

  /** Returns the number of rows that were added to this appender and its parts. */
  public long rowCount() {
    return rows.rowCount();
  }

  /**
   * Returns a part of this append that another thread may fill. Its rows follow those of this
   * appender, in the order of forking. The thread ends its part with {@link #finish}; then this
   * appender is committed and closed, which closes its parts.
   */
  public TableAppender fork() {
    return new TableAppender(values.fork(), part -> {});
  }

  /** Encodes the last rows of this part. No row can be added to it afterwards. */
  public void finish() {
    rows.finish();
  }

  /** Makes all rows visible (and durable), or none; afterwards the appender can only be closed. */
  public void commit() {
    rows.commit();
  }

  /** Discards the rows unless they were committed. Idempotent. */
  @Override
  public void close() {
    rows.close();
    whenClosed.accept(this);
  }
}
