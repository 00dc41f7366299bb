package dev.paceline.server.avatica;

import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.function.DoubleFunction;
import org.apache.calcite.avatica.Meta.Frame;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.jspecify.annotations.Nullable;

/** Reads the rows of any result set as arrays of boxed values, which Avatica serialises. */
final class ObjectFrameReader implements FrameReader {
  private final ResultSet rows;
  private final int[] types;
  private final DoubleFunction<Number> number;
  private final Calendar calendar = DateTimeUtils.calendar();
  private long offset;
  private boolean ended;

  /**
   * @param number a double as the serialisation can say it
   */
  ObjectFrameReader(ResultSet rows, DoubleFunction<Number> number) throws SQLException {
    this.rows = rows;
    this.number = number;
    ResultSetMetaData columns = rows.getMetaData();
    this.types = new int[columns.getColumnCount()];
    for (int i = 0; i < types.length; i++) {
      types[i] = columns.getColumnType(i + 1);
    }
  }

  @Override
  public Frame next() throws SQLException {
    List<Object> frame = new ArrayList<>();
    long bytes = 0;
    while (!ended && frame.size() < MAX_ROWS && bytes < MAX_BYTES) {
      if (!rows.next()) {
        ended = true;
        rows.close();
        break;
      }
      @Nullable Object[] row = new @Nullable Object[types.length];
      for (int i = 0; i < row.length; i++) {
        Object value = value(i);
        if (value instanceof String text) {
          bytes += text.length();
        } else if (value instanceof byte[] binary) {
          bytes += binary.length;
        }
        row[i] = value;
      }
      frame.add(row);
    }
    long first = offset;
    offset += frame.size();
    return new Frame(first, ended, frame);
  }

  private @Nullable Object value(int index) throws SQLException {
    int column = index + 1;
    Object value =
        switch (types[index]) {
          case Types.BIGINT -> rows.getLong(column);
          case Types.INTEGER -> rows.getInt(column);
          case Types.SMALLINT -> rows.getShort(column);
          case Types.TINYINT -> rows.getByte(column);
          case Types.DOUBLE, Types.FLOAT -> number.apply(rows.getDouble(column));
          case Types.REAL -> real(rows.getFloat(column));
          case Types.BOOLEAN, Types.BIT -> rows.getBoolean(column);
          case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> rows.getString(column);
          case Types.DECIMAL, Types.NUMERIC -> rows.getBigDecimal(column);
          case Types.DATE -> days(rows.getDate(column, calendar));
          case Types.TIME -> millisOfDay(rows.getTime(column, calendar));
          case Types.TIMESTAMP -> millis(rows.getTimestamp(column, calendar));
          default ->
              ClientColumns.isText(types[index]) ? rows.getString(column) : rows.getObject(column);
        };
    return rows.wasNull() ? null : value;
  }

  private Number real(float value) {
    return Float.isFinite(value) ? (Number) value : number.apply(value);
  }

  private int days(@Nullable Date date) {
    return date == null ? 0 : DateTimeUtils.sqlDateToUnixDate(date, calendar);
  }

  private int millisOfDay(@Nullable Time time) {
    return time == null ? 0 : DateTimeUtils.sqlTimeToUnixTime(time, calendar);
  }

  private long millis(@Nullable Timestamp timestamp) {
    return timestamp == null ? 0 : DateTimeUtils.sqlTimestampToUnixTimestamp(timestamp, calendar);
  }
}
