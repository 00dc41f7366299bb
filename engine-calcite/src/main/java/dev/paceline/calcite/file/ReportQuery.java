package dev.paceline.calcite.file;

import dev.paceline.storage.load.FileReport;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A report about files as a query that needs no table. */
final class ReportQuery {
  private ReportQuery() {}

  static String of(FileReport report) {
    List<ColumnDefinition> columns = report.columns();
    if (report.rows().isEmpty()) {
      return columns.stream()
          .map(column -> cell(column, null) + " AS " + quoted(column))
          .collect(Collectors.joining(", ", "SELECT ", " WHERE FALSE"));
    }
    String names =
        columns.stream().map(ReportQuery::quoted).collect(Collectors.joining(", ", "(", ")"));
    return report.rows().stream()
        .map(row -> row(columns, row))
        .collect(Collectors.joining(", ", "SELECT * FROM (VALUES ", ") AS report " + names));
  }

  /** The name of a column, which may be a word of SQL. */
  private static String quoted(ColumnDefinition column) {
    return '"' + column.name() + '"';
  }

  private static String row(List<ColumnDefinition> columns, List<Object> values) {
    StringBuilder row = new StringBuilder("(");
    for (int i = 0; i < columns.size(); i++) {
      row.append(i == 0 ? "" : ", ").append(cell(columns.get(i), values.get(i)));
    }
    return row.append(')').toString();
  }

  private static String cell(ColumnDefinition column, @Nullable Object value) {
    String literal =
        value instanceof String text
            ? "'" + text.replace("'", "''") + "'"
            : value == null ? "NULL" : value.toString();
    return "CAST(" + literal + " AS " + column.type() + ")";
  }
}
