package dev.paceline.server.cli.print;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result, and how its values read as text.
 *
 * @param index from 1
 * @param label its heading
 * @param type of {@link Types}
 */
record Column(int index, String label, int type) {
  static List<Column> of(ResultSet rows) throws SQLException {
    ResultSetMetaData data = rows.getMetaData();
    List<Column> columns = new ArrayList<>();
    for (int i = 1; i <= data.getColumnCount(); i++) {
      columns.add(new Column(i, data.getColumnLabel(i), data.getColumnType(i)));
    }
    return columns;
  }

  boolean isNumeric() {
    return isExact()
        || switch (type) {
          case Types.REAL, Types.FLOAT, Types.DOUBLE -> true;
          default -> false;
        };
  }

  /** Whether its values are integers or decimals. */
  boolean isExact() {
    return switch (type) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.DECIMAL,
          Types.NUMERIC ->
          true;
      default -> false;
    };
  }

  boolean isBoolean() {
    return type == Types.BOOLEAN || type == Types.BIT;
  }

  /** The value in the current row, exactly; null for NULL. */
  @Nullable String text(ResultSet rows) throws SQLException {
    switch (type) {
      case Types.DECIMAL, Types.NUMERIC -> {
        BigDecimal value = rows.getBigDecimal(index);
        return value == null ? null : value.toPlainString();
      }
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> {
        byte[] value = rows.getBytes(index);
        return value == null ? null : "x'" + HexFormat.of().formatHex(value) + "'";
      }
      default -> {
        return rows.getString(index);
      }
    }
  }
}
