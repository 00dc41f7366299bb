package dev.paceline.calcite.jdbc;

import dev.paceline.calcite.result.CursorResult;
import dev.paceline.calcite.session.ResultColumn;
import dev.paceline.calcite.session.ResultCursor;
import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.result.QueryResult;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC cursor over the column batches of a query. Holds one batch at a time: rows stream, however
 * many there are. For one thread; cancelling goes through the statement.
 */
final class PacelineResultSet extends LabelledResultSet implements SelfWrapper {
  private final @Nullable PacelineStatement statement;
  private final ResultCursor result;
  private final ValueReader[] readers;
  private final long maxRows;
  private @Nullable Map<String, Integer> ordinals;

  private int batchRows;
  private int row = -1;
  private long rowNumber;
  private boolean ended;
  private boolean closed;
  private boolean wasNull;

  /**
   * @param statement null for results of metadata methods
   * @param maxRows 0 for all
   */
  PacelineResultSet(
      @Nullable PacelineStatement statement, ResultCursor result, ZoneId zone, long maxRows) {
    this.statement = statement;
    this.result = result;
    this.maxRows = maxRows;
    List<ResultColumn> columns = result.columns();
    readers = new ValueReader[columns.size()];
    for (int i = 0; i < readers.length; i++) {
      readers[i] = new ValueReader(columns.get(i), i + 1, zone);
    }
  }

  @Override
  public boolean next() throws SQLException {
    checkOpen();
    if (ended) {
      return false;
    }
    if (maxRows > 0 && rowNumber >= maxRows) {
      return end();
    }
    if (++row >= batchRows && !nextBatch()) {
      return end();
    }
    rowNumber++;
    return true;
  }

  private boolean nextBatch() throws SQLException {
    Batch batch;
    do {
      batch = SqlErrors.call(result::nextBatch);
      if (batch == null) {
        return false;
      }
    } while (batch.rowCount() == 0);
    batchRows = batch.rowCount();
    row = 0;
    for (int i = 0; i < readers.length; i++) {
      readers[i].use(batch.column(i));
    }
    return true;
  }

  /** Frees the query's memory at once: the caller may not close for long. */
  private boolean end() throws SQLException {
    ended = true;
    releaseQuery();
    return false;
  }

  private void releaseQuery() throws SQLException {
    SqlErrors.call(
        () -> {
          result.close();
          return null;
        });
  }

  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      releaseQuery();
    } finally {
      if (statement != null) {
        statement.onClose(this);
      }
    }
  }

  private void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.objectClosed("result set");
    }
  }

  /** The reader of a column whose value is not NULL; null for NULL. */
  private @Nullable ValueReader at(int columnIndex) throws SQLException {
    checkOpen();
    if (columnIndex < 1 || columnIndex > readers.length) {
      throw SqlErrors.invalid(
          "there is no column " + columnIndex + ": the result has " + readers.length + " columns");
    }
    if (row < 0 || ended) {
      throw SqlErrors.invalid(
          ended ? "there is no row any more: next() returned false" : "call next() first");
    }
    ValueReader reader = readers[columnIndex - 1];
    wasNull = reader.isNull(row);
    return wasNull ? null : reader;
  }

  @Override
  public boolean wasNull() throws SQLException {
    checkOpen();
    return wasNull;
  }

  @Override
  public String getString(int columnIndex) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader == null ? null : reader.getString(row);
  }

  @Override
  public boolean getBoolean(int columnIndex) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader != null && reader.getBoolean(row);
  }

  @Override
  public byte getByte(int columnIndex) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader == null ? 0 : (byte) reader.getLong(row, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
  }

  @Override
  public short getShort(int columnIndex) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader == null
        ? 0
        : (short) reader.getLong(row, Short.MIN_VALUE, Short.MAX_VALUE, "short");
  }

  @Override
  public int getInt(int columnIndex) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader == null
        ? 0
        : (int) reader.getLong(row, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
  }

  @Override
  public long getLong(int columnIndex) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader == null ? 0 : reader.getLong(row, Long.MIN_VALUE, Long.MAX_VALUE, "long");
  }

  @Override
  public float getFloat(int columnIndex) throws SQLException {
    return (float) getDouble(columnIndex);
  }

  @Override
  public double getDouble(int columnIndex) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader == null ? 0 : reader.getDouble(row);
  }

  @Override
  public BigDecimal getBigDecimal(int columnIndex) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader == null ? null : reader.getDecimal(row);
  }

  @Override
  @Deprecated
  public BigDecimal getBigDecimal(int columnIndex, int scale) throws SQLException {
    BigDecimal value = getBigDecimal(columnIndex);
    return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  public byte[] getBytes(int columnIndex) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader == null ? null : reader.getBytes(row);
  }

  @Override
  public Date getDate(int columnIndex) throws SQLException {
    return getDate(columnIndex, null);
  }

  @Override
  public Date getDate(int columnIndex, @Nullable Calendar calendar) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader == null ? null : reader.getDate(row, ValueReader.zoneOf(calendar));
  }

  @Override
  public Time getTime(int columnIndex) throws SQLException {
    return getTime(columnIndex, null);
  }

  @Override
  public Time getTime(int columnIndex, @Nullable Calendar calendar) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader == null ? null : reader.getTime(row, ValueReader.zoneOf(calendar));
  }

  @Override
  public Timestamp getTimestamp(int columnIndex) throws SQLException {
    return getTimestamp(columnIndex, null);
  }

  @Override
  public Timestamp getTimestamp(int columnIndex, @Nullable Calendar calendar) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader == null ? null : reader.getTimestamp(row, ValueReader.zoneOf(calendar));
  }

  @Override
  public Array getArray(int columnIndex) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader == null ? null : reader.getArray(row);
  }

  @Override
  public Object getObject(int columnIndex) throws SQLException {
    ValueReader reader = at(columnIndex);
    return reader == null ? null : reader.getObject(row);
  }

  @Override
  public <T> T getObject(int columnIndex, Class<T> type) throws SQLException {
    if (type == null) {
      throw SqlErrors.invalid("the class to read column " + columnIndex + " as is null");
    }
    ValueReader reader = at(columnIndex);
    return reader == null ? null : reader.getObject(row, type);
  }

  @Override
  public Object getObject(int columnIndex, Map<String, Class<?>> map) throws SQLException {
    SqlErrors.requireNoTypeMap(map);
    return getObject(columnIndex);
  }

  @Override
  public Reader getCharacterStream(int columnIndex) throws SQLException {
    String value = getString(columnIndex);
    return value == null ? null : new StringReader(value);
  }

  @Override
  public InputStream getBinaryStream(int columnIndex) throws SQLException {
    byte[] value = getBytes(columnIndex);
    return value == null ? null : new ByteArrayInputStream(value);
  }

  @Override
  public InputStream getAsciiStream(int columnIndex) throws SQLException {
    String value = getString(columnIndex);
    return value == null
        ? null
        : new ByteArrayInputStream(value.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public int findColumn(String columnLabel) throws SQLException {
    checkOpen();
    if (ordinals == null) {
      ordinals = new HashMap<>();
      for (int i = 0; i < readers.length; i++) {
        ordinals.putIfAbsent(result.columns().get(i).label().toLowerCase(Locale.ROOT), i + 1);
      }
    }
    Integer ordinal = ordinals.get(columnLabel.toLowerCase(Locale.ROOT));
    if (ordinal == null) {
      throw SqlErrors.of(
          ErrorCode.UNKNOWN_COLUMN,
          "the result has no column "
              + columnLabel
              + "; it has "
              + String.join(", ", result.columns().stream().map(ResultColumn::label).toList()));
    }
    return ordinal;
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return new PacelineResultSetMetaData(result.columns());
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    checkOpen();
    if (rowNumber > 0 || ended) {
      return false;
    }
    if (batchRows == 0 && !nextBatch()) {
      return false;
    }
    row = -1;
    return true;
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    checkOpen();
    return ended && rowNumber > 0;
  }

  @Override
  public boolean isFirst() throws SQLException {
    checkOpen();
    return rowNumber == 1 && !ended;
  }

  @Override
  public int getRow() throws SQLException {
    checkOpen();
    return ended ? 0 : (int) Math.min(rowNumber, Integer.MAX_VALUE);
  }

  @Override
  public @Nullable Statement getStatement() throws SQLException {
    checkOpen();
    return statement;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public int getType() {
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getConcurrency() {
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    if (direction != ResultSet.FETCH_FORWARD) {
      throw SqlErrors.notSupported("a fetch direction other than FETCH_FORWARD");
    }
  }

  @Override
  public int getFetchDirection() {
    return ResultSet.FETCH_FORWARD;
  }

  /** A hint; rows come in the engine's batches. */
  @Override
  public void setFetchSize(int rows) throws SQLException {
    checkOpen();
    if (rows < 0) {
      throw SqlErrors.invalid("a fetch size is at least 0, not " + rows);
    }
  }

  @Override
  public int getFetchSize() throws SQLException {
    return statement == null ? 0 : statement.getFetchSize();
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
  }

  @Override
  public <T> T unwrap(Class<T> wanted) throws SQLException {
    if (wanted == QueryResult.class) {
      return wanted.cast(new CursorResult(result));
    }
    return wanted == ResultCursor.class ? wanted.cast(result) : SelfWrapper.super.unwrap(wanted);
  }

  @Override
  public boolean isWrapperFor(Class<?> wanted) {
    return SelfWrapper.super.isWrapperFor(wanted)
        || wanted == QueryResult.class
        || wanted == ResultCursor.class;
  }
}
