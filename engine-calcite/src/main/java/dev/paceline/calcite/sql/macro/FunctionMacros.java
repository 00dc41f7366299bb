package dev.paceline.calcite.sql.macro;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import dev.paceline.storage.table.definition.MacroDefinition;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Functions of DuckDB and PostgreSQL that others of the engine express in one line. A macro of the
 * user with the same name replaces them.
 */
final class FunctionMacros {
  /** The most values of a row of {@code repeat_row}. */
  private static final int MAX_REPEATED = 16;

  /** Those that stand for values, by their names. */
  private static final Map<String, MacroDefinition> VALUES =
      List.of(
              value("ago", "(i)", "CURRENT_TIMESTAMP - i"),
              value("days_in_month", "(d)", "EXTRACT(DAY FROM last_day(CAST(d AS DATE)))"),
              value(
                  "assert_true",
                  "(c)",
                  "CASE WHEN c THEN NULL ELSE error('the assertion is not true') END"),
              value(
                  "arg_min_null",
                  "(x, y)",
                  "first(x ORDER BY y NULLS LAST) FILTER (WHERE y IS NOT NULL)"),
              value(
                  "arg_max_null",
                  "(x, y)",
                  "first(x ORDER BY y DESC NULLS LAST) FILTER (WHERE y IS NOT NULL)"),
              value(
                  "uuid_extract_version",
                  "(u)",
                  "CAST('0x' || substr(CAST(CAST(u AS UUID) AS VARCHAR), 15, 1) AS INTEGER)"),
              value(
                  "uuid_extract_timestamp",
                  "(u)",
                  """
                  to_timestamp(CAST('0x' || replace(substr(CAST(CAST(u AS UUID) AS VARCHAR), 1, 13),
                    '-', '') AS BIGINT) / 1000e0)
                  """),
              value(
                  "uuidv7",
                  "()",
                  """
                  CAST(lower(lpad(hex(epoch_ms(CURRENT_TIMESTAMP)), 12, '0')) || '7'
                    || substr(replace(CAST(uuid() AS VARCHAR), '-', ''), 14) AS UUID)
                  """),
              value("pg_size_pretty", "(n)", "format_bytes(n)"),
              value("count_star", "()", "count(*)"),
              value("grade_up", "(l)", "list_grade_up(l)"))
          .stream()
          .collect(toMap(MacroDefinition::name, macro -> macro));

  /** Those that stand for queries, by their names. */
  static final Map<String, MacroDefinition> TABLES =
      Map.of(
          "repeat",
          new MacroDefinition(
              "repeat", true, "(x, n) AS TABLE SELECT x FROM range(CAST(n AS BIGINT))"),
          "repeat_row",
          new MacroDefinition("repeat_row", true, ofRows()));

  private FunctionMacros() {}

  /**
   * Returns a macro; null if there is none.
   *
   * @param table whether it stands for a query
   */
  static @Nullable MacroDefinition get(String name, boolean table) {
    return (table ? TABLES : VALUES).get(name);
  }

  private static MacroDefinition value(String name, String parameters, String expression) {
    return new MacroDefinition(name, false, parameters + " AS " + expression);
  }

  private static String ofRows() {
    return IntStream.rangeClosed(1, MAX_REPEATED)
        .mapToObj(
            count ->
                "(%s, num_rows) AS TABLE (SELECT %s FROM range(CAST(num_rows AS BIGINT)))"
                    .formatted(columns(count, "c%d"), columns(count, "c%1$d AS column%1$d")))
        .collect(joining(", "));
  }

  private static String columns(int count, String format) {
    return IntStream.range(0, count).mapToObj(format::formatted).collect(joining(", "));
  }
}
