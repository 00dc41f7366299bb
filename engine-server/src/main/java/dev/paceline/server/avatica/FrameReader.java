package dev.paceline.server.avatica;

import java.sql.Array;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import org.apache.calcite.avatica.Meta.Frame;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames from a result set, in the representation that Avatica's clients expect: days and
 * milliseconds for dates and times, boxed numbers, strings. Not thread-safe.
 */
final class FrameReader {
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

  /** Number of the next row, from 0. */
  long offset() {
    return offset;
  }

  /** Reads the next rows; closes the result set at its end. */
  Frame next() throws SQLException {
    long first = offset;
    List<Object> frame = new ArrayList<>();
    long characters = 0;
    while (!ended && frame.size() < MAX_ROWS && characters < MAX_CHARACTERS) {
      if (!rows.next()) {
        ended = true;
        rows.close();
        break;
      }
      @Nullable Object[] row = new @Nullable Object[types.length];
      for (int i = 0; i < row.length; i++) {
        Object value = value(i);
        if (value instanceof String text) {
          characters += text.length();
        } else if (value instanceof byte[] bytes) {
          characters += bytes.length;
        }
        row[i] = value;
      }
      frame.add(row);
    }
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
