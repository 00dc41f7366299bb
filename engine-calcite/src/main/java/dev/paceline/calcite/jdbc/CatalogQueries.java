package dev.paceline.calcite.jdbc;

import dev.paceline.calcite.session.ResultColumn;
import dev.paceline.calcite.session.RowBatches;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.type.DataType;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the result sets of metadata methods, whose columns JDBC prescribes. */
final class CatalogQueries {
  private final Session session;

  CatalogQueries(Session session) {
    this.session = session;
  }

  /**
   * @param columns names; those that end in {@code :i} are INTEGER, in {@code :s} SMALLINT, in
   *     {@code :b} BOOLEAN, all others VARCHAR
   * @param rows String, Integer, Short, Boolean or null
   */
  ResultSet of(String columns, List<@Nullable Object[]> rows) throws SQLException {
    List<ResultColumn> resultColumns = new ArrayList<>();
    for (String column : columns.split(" ")) {
      String[] parts = column.split(":");
      DataType type =
          switch (parts.length == 1 ? "" : parts[1]) {
            case "i" -> DataType.INT32;
            case "s" -> DataType.INT16;
            case "b" -> DataType.BOOLEAN;
            default -> DataType.VARCHAR;
          };
      resultColumns.add(ResultColumn.of(parts[0], type));
    }
    List<@Nullable Object[]> values = rows.stream().map(CatalogQueries::toEngine).toList();
    return SqlErrors.call(
        () ->
            new PacelineResultSet(
                null,
                session.register(
                    resultColumns,
                    RowBatches.of(
                        resultColumns.stream().map(ResultColumn::type).toList(),
                        values,
                        session.instance())),
                session.settings().zone(),
                0));
  }

  private static @Nullable Object[] toEngine(@Nullable Object[] row) {
    @Nullable Object[] values = new Object[row.length];
    for (int i = 0; i < row.length; i++) {
      values[i] =
          switch (row[i]) {
            case null -> null;
            case Integer number -> number.longValue();
            case Short number -> number.longValue();
            case String text -> text.getBytes(StandardCharsets.UTF_8);
            default -> row[i];
          };
    }
    return values;
  }

  /** Whether a name matches a pattern of JDBC: % and _ stand for any; null matches all. */
  static boolean matches(@Nullable String pattern, String name) {
    if (pattern == null) {
      return true;
    }
    StringBuilder regex = new StringBuilder();
    boolean escaped = false;
    for (char c : pattern.toCharArray()) {
      if (escaped) {
        regex.append(java.util.regex.Pattern.quote(String.valueOf(c)));
        escaped = false;
      } else if (c == '\\') {
        escaped = true;
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        regex.append(java.util.regex.Pattern.quote(String.valueOf(c)));
      }
    }
    int flags = java.util.regex.Pattern.CASE_INSENSITIVE | java.util.regex.Pattern.DOTALL;
    return java.util.regex.Pattern.compile(regex.toString(), flags).matcher(name).matches();
  }
}
