package dev.paceline.server.avatica;

import java.io.IOException;
import java.sql.Array;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import org.apache.calcite.avatica.Meta.Frame;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames from a result set, in the representation that Avatica's clients expect: days and
 * milliseconds for dates and times, numbers, strings. Subclasses give the rows of a frame the form
 * that a serialisation wants. Not thread-safe.
 */
abstract class FrameReader {
  /** Rows of a frame. Larger ones are slower: they leave the caches and strain the collector. */
  static final int MAX_ROWS = 10_000;

  /** A frame ends early when its strings and bytes reach this, so that wide rows stay bounded. */
  static final long MAX_CHARACTERS = 8L << 20;

  private static final long MILLIS_PER_DAY = 86_400_000;

  private final ResultSet rows;
  private final int[] types;
  private final Calendar calendar = DateTimeUtils.calendar();
  private long offset;
  private boolean ended;

  FrameReader(ResultSet rows) throws SQLException {
    this.rows = rows;
    ResultSetMetaData columns = rows.getMetaData();
    this.types = new int[columns.getColumnCount()];
    for (int i = 0; i < types.length; i++) {
      types[i] = columns.getColumnType(i + 1);
    }
  }

  /** Reads the next rows; closes the result set at its end. */
  final Frame next() throws SQLException, IOException {
    long first = offset;
    int count = 0;
    long characters = 0;
    begin();
    while (!ended && count < MAX_ROWS && characters < MAX_CHARACTERS) {
      if (!rows.next()) {
        ended = true;
        rows.close();
        break;
      }
      characters += addRow();
      count++;
    }
    offset += count;
    return new Frame(first, ended, end());
  }

  /** Begins a frame. */
  abstract void begin() throws IOException;

  /**
   * Adds the row at which the result set stands.
   *
   * @return about how many bytes of text it holds
   */
  abstract long addRow() throws SQLException, IOException;

  /** Ends a frame: its rows, as {@link Frame} takes them. */
  abstract List<Object> end() throws IOException;

  final ResultSet rows() {
    return rows;
  }

  final int columnCount() {
    return types.length;
  }

  /** The type of a column in {@link Types}; columns count from 0. */
  final int type(int index) {
    return types[index];
  }

  /** A value of the current row as Avatica's clients expect it; columns count from 0. */
  final @Nullable Object value(int index) throws SQLException {
    int column = index + 1;
    Object value =
        switch (types[index]) {
          case Types.BIGINT -> rows.getLong(column);
          case Types.INTEGER -> rows.getInt(column);
          case Types.SMALLINT -> rows.getShort(column);
          case Types.TINYINT -> rows.getByte(column);
          case Types.DOUBLE, Types.FLOAT -> rows.getDouble(column);
          case Types.REAL -> rows.getFloat(column);
          case Types.BOOLEAN, Types.BIT -> rows.getBoolean(column);
          case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> rows.getString(column);
          case Types.DECIMAL, Types.NUMERIC -> rows.getBigDecimal(column);
          case Types.DATE -> days(rows.getDate(column, calendar));
          case Types.TIME -> millisOfDay(rows.getTime(column, calendar));
          case Types.TIMESTAMP -> millis(rows.getTimestamp(column, calendar));
          case Types.ARRAY -> elements(rows.getArray(column));
          default -> rows.getObject(column);
        };
    return rows.wasNull() ? null : value;
  }

  private static int days(@Nullable Date date) {
    return date == null ? 0 : (int) Math.floorDiv(date.getTime(), MILLIS_PER_DAY);
  }

  private static int millisOfDay(@Nullable Time time) {
    return time == null ? 0 : (int) Math.floorMod(time.getTime(), MILLIS_PER_DAY);
  }

  private static long millis(@Nullable Timestamp timestamp) {
    return timestamp == null ? 0 : timestamp.getTime();
  }

  private static List<?> elements(@Nullable Array array) throws SQLException {
    return array == null ? List.of() : Arrays.asList((Object[]) array.getArray());
  }
}
