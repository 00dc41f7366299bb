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
        + string(OptionText.of(options.get("columns")))
        + ", "
        + string(OptionText.of(options))
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
        .map(option -> option.getKey() + " = " + OptionText.of(option.getValue()))
        .collect(
            Collectors.joining(
                ", ",
                "FROM read_csv("
                    + OptionText.of(patterns.size() == 1 ? patterns.getFirst() : patterns)
                    + ", ",
                ")"));
  }

  /** A string of the type VARCHAR, which is not padded. */
  private static String string(Object text) {
    return "CAST(" + OptionText.of(text.toString()) + " AS VARCHAR)";
  }
}
