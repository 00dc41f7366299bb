package dev.paceline.calcite.jdbc;

import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.session.PreparedSql;
import dev.paceline.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement with parameters. Values are kept as the plain Java values that the session
 * understands: Boolean, integers, Double, BigDecimal, String, byte[] and java.time.
 */
final class PacelinePreparedStatement extends ParameterSetters {
  /** Stands for a value that was not set. */
  private enum Unset {
    UNSET
  }

  private final PreparedSql prepared;
  private final boolean forKeys;
  private int @Nullable [] keyPlaces;
  private final @Nullable Object[] values;
  private final List<@Nullable Object[]> batch = new ArrayList<>();

  /**
   * @param forKeys whether it is an INSERT whose RETURNING gives the generated keys
   */
  PacelinePreparedStatement(PacelineConnection connection, PreparedSql prepared, boolean forKeys) {
    super(connection);
    this.prepared = prepared;
    this.forKeys = forKeys;
    this.values = new Object[prepared.parameterCount()];
    Arrays.fill(values, Unset.UNSET);
  }

  /** Lets the generated keys be the columns at some places of the table. */
  void chooseKeysAt(int[] places) {
    keyPlaces = places.clone();
  }

  private void runForKeys(List<@Nullable Object> parameters, StatementRun current)
      throws SQLException {
    runForKeys(prepared, parameters, current);
    if (keyPlaces != null) {
      chooseKeys(keyPlaces);
    }
  }

  private void set(int index, @Nullable Object value) throws SQLException {
    checkOpen();
    if (index < 1 || index > values.length) {
      throw SqlErrors.of(
          ErrorCode.PARAMETER_COUNT,
          "there is no parameter " + index + ": the statement has " + values.length);
    }
    values[index - 1] = value;
  }

  private @Nullable Object[] checkedValues() throws SQLException {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == Unset.UNSET) {
        throw SqlErrors.of(
            ErrorCode.PARAMETER_COUNT,
            "parameter "
                + (i + 1)
                + " of "
                + values.length
                + " has no value: set it first (setNull for NULL)");
      }
    }
    return values.clone();
  }

  private boolean run(StatementRun current) throws SQLException {
    if (forKeys) {
      runForKeys(Arrays.asList(checkedValues()), current);
      return false;
    }
    return run(prepared, Arrays.asList(checkedValues()), current);
  }

  @Override
  public boolean execute() throws SQLException {
    return run(begin());
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    StatementRun current = begin();
    requireRows(prepared);
    run(current);
    return resultSet();
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    StatementRun current = begin();
    if (!forKeys) {
      requireNoRows(prepared);
    }
    run(current);
    return updateCount();
  }

  @Override
  public int executeUpdate() throws SQLException {
    return saturated(executeLargeUpdate());
  }

  @Override
  public void addBatch() throws SQLException {
    checkOpen();
    batch.add(checkedValues());
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    batch.clear();
  }

  /**
   * All rows of an INSERT … VALUES become visible together, or none does. One that returns
   * generated keys is executed once for each row.
   */
  @Override
  public long[] executeLargeBatch() throws SQLException {
    StatementRun current = begin();
    List<@Nullable Object[]> rows = List.copyOf(batch);
    batch.clear();
    if (forKeys) {
      return batchForKeys(rows, current);
    }
    requireNoRows(prepared);
    try {
      return SqlErrors.call(() -> session().executeBatch(prepared, rows, current));
    } catch (SQLException e) {
      long[] failed = new long[rows.size()];
      Arrays.fill(failed, Statement.EXECUTE_FAILED);
      throw batchFailed(e, failed);
    }
  }

  private long[] batchForKeys(List<@Nullable Object[]> rows, StatementRun current)
      throws SQLException {
    long[] counts = new long[rows.size()];
    long before = 0;
    for (int i = 0; i < counts.length; i++) {
      try {
        runForKeys(Arrays.asList(rows.get(i)), current);
      } catch (SQLException e) {
        throw batchFailed(e, Arrays.copyOf(counts, i));
      }
      counts[i] = updateCount() - before;
      before = updateCount();
    }
    return counts;
  }

  @Override
  public @Nullable ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return prepared.returnsRows() && !forKeys
        ? new PacelineResultSetMetaData(SqlErrors.call(prepared::columns))
        : null;
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    checkOpen();
    return new PacelineParameterMetaData(SqlErrors.call(prepared::parameterTypes));
  }

  @Override
  public void clearParameters() throws SQLException {
    checkOpen();
    Arrays.fill(values, Unset.UNSET);
  }

  @Override
  public void setNull(int index, int sqlType) throws SQLException {
    set(index, null);
  }

  @Override
  public void setBoolean(int index, boolean value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setByte(int index, byte value) throws SQLException {
    set(index, (int) value);
  }

  @Override
  public void setShort(int index, short value) throws SQLException {
    set(index, (int) value);
  }

  @Override
  public void setInt(int index, int value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setLong(int index, long value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setFloat(int index, float value) throws SQLException {
    set(index, (double) value);
  }

  @Override
  public void setDouble(int index, double value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setString(int index, @Nullable String value) throws SQLException {
    set(index, value);
  }

  @Override
  public void setBytes(int index, byte @Nullable [] value) throws SQLException {
    set(index, value == null ? null : value.clone());
  }

  @Override
  public void setDate(int index, @Nullable Date value, @Nullable Calendar calendar)
      throws SQLException {
    set(
        index,
        value == null ? null : SqlTimes.toLocal(value, ValueReader.zoneOf(calendar)).toLocalDate());
  }

  @Override
  public void setTime(int index, @Nullable Time value, @Nullable Calendar calendar)
      throws SQLException {
    set(
        index,
        value == null ? null : SqlTimes.toLocal(value, ValueReader.zoneOf(calendar)).toLocalTime());
  }

  @Override
  public void setTimestamp(int index, @Nullable Timestamp value, @Nullable Calendar calendar)
      throws SQLException {
    set(index, value == null ? null : SqlTimes.toLocal(value, ValueReader.zoneOf(calendar)));
  }

  @Override
  public void setObject(int index, @Nullable Object value) throws SQLException {
    set(index, PlainValue.of(value));
  }

  @Override
  public void setObject(int index, @Nullable Object value, int sqlType, int scale)
      throws SQLException {
    set(index, TargetType.convert(PlainValue.of(value), sqlType, scale, index));
  }

  @Override
  void setText(int index, @Nullable Reader reader, long length) throws SQLException {
    if (reader == null) {
      set(index, null);
      return;
    }
    try {
      StringWriter text = new StringWriter();
      if (length == ALL) {
        reader.transferTo(text);
      } else {
        char[] chars = new char[Math.toIntExact(length)];
        int got = 0;
        for (int n;
            got < chars.length && (n = reader.read(chars, got, chars.length - got)) >= 0; ) {
          got += n;
        }
        text.write(chars, 0, got);
      }
      set(index, text.toString());
    } catch (IOException e) {
      throw SqlErrors.of(
          ErrorCode.IO_ERROR, "cannot read the value of parameter " + index + ": " + e);
    }
  }

  @Override
  void setBinary(int index, @Nullable InputStream stream, long length, @Nullable Charset charset)
      throws SQLException {
    if (stream == null) {
      set(index, null);
      return;
    }
    try {
      byte[] bytes =
          length == ALL ? stream.readAllBytes() : stream.readNBytes(Math.toIntExact(length));
      set(index, charset == null ? bytes : new String(bytes, charset));
    } catch (IOException e) {
      throw SqlErrors.of(
          ErrorCode.IO_ERROR, "cannot read the value of parameter " + index + ": " + e);
    }
  }

  @Override
  @Deprecated
  public void setUnicodeStream(int index, InputStream stream, int length) throws SQLException {
    setBinary(index, stream, length, StandardCharsets.UTF_8);
  }
}
