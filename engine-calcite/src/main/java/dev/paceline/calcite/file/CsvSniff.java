package dev.paceline.calcite.file;

import dev.paceline.storage.load.FileTable;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The detected format of CSV files, as a query with one row and as the call that reads them. */
final class CsvSniff {
  /** The function in FROM. */
  static final String FUNCTION = "sniff_csv";

  private static final String COLUMN_NAMES =
      "\"delimiter\", \"quote\", \"escape\", \"skip\", \"header\", \"columns\", \"options\","
          + " \"prompt\"";

  private CsvSniff() {}

  /** Returns a query that needs no table. */
  static String query(FileRequest request, FileTable table) {
    Map<String, Object> options = table.effectiveOptions();
    return "SELECT * FROM (VALUES ("
        + string(options.get("delim"))
        + ", "
        + string(options.get("quote"))
        + ", "
        + string(options.get("escape"))
        + ", CAST("
        + options.get("skip")
        + " AS BIGINT), "
        + options.get("header")
        + ", "
        + string(sql(options.get("columns")))
        + ", "
        + string(sql(options))
        + ", "
        + string(prompt(request, options))
        + ")) AS sniffed ("
        + COLUMN_NAMES
        + ")";
  }

  /** The call of read_csv with all options, so that nothing has to be detected again. */
  private static String prompt(FileRequest request, Map<String, Object> options) {
    List<String> patterns = request.patterns();
    return options.entrySet().stream()
        .map(option -> option.getKey() + " = " + sql(option.getValue()))
        .collect(
            Collectors.joining(
                ", ",
                "FROM read_csv("
                    + sql(patterns.size() == 1 ? patterns.getFirst() : patterns)
                    + ", ",
                ")"));
  }

  /** A value as statements write it. */
  private static String sql(Object value) {
    return switch (value) {
      case String text -> '\'' + text.replace("'", "''") + '\'';
      case List<?> list ->
          list.stream().map(CsvSniff::sql).collect(Collectors.joining(", ", "[", "]"));
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> sql(entry.getKey()) + ": " + sql(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      default -> value.toString();
    };
  }

  /** A string of the type VARCHAR, which is not padded. */
  private static String string(Object text) {
    return "CAST(" + sql(text.toString()) + " AS VARCHAR)";
  }
}
