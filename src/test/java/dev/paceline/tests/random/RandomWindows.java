package dev.paceline.tests.random;

import dev.paceline.tests.random.RandomTables.Column;
import java.util.List;
import java.util.Random;

/**
 * Makes random calls of window functions that have one right answer: those that depend on the order
 * of rows are ordered by a column without duplicates, others may have peers.
 */
final class RandomWindows {
  private final Random random;
  private final RandomExpressions expressions;

  RandomWindows(Random random, RandomExpressions expressions) {
    this.random = random;
    this.expressions = expressions;
  }

  /**
   * Makes a call of a window function over the rows of a table.
   *
   * @param columns of the table; the first one has no duplicates
   */
  SqlText call(ValueType type, List<Column> columns) {
    SqlText value = expressions.of(type, columns, 1);
    String id = columns.getFirst().name();
    return switch (random.nextInt(type == ValueType.TRUTH ? 2 : 4)) {
      case 0 ->
          piece(
              type,
              any("lag(", "lead("),
              value,
              any("", ", 1", ", 2", ", 0", ", -1"),
              any(")", ")", " IGNORE NULLS)"),
              over(columns, unique(id), ""));
      case 1 ->
          piece(
              type,
              any("first_value(", "last_value("),
              value,
              any(")", ")", " IGNORE NULLS)"),
              over(columns, unique(id), any("", rows())));
      case 2 ->
          type == ValueType.WHOLE
              ? rank(columns, id)
              : piece(
                  type, "nth_value(", value, ", 2)", over(columns, unique(id), any("", rows())));
      default -> aggregate(type, value, columns, id);
    };
  }

  /** Makes a condition for QUALIFY. */
  SqlText condition(List<Column> columns) {
    String id = columns.getFirst().name();
    return SqlText.clause(
        " QUALIFY ",
        rank(columns, id),
        any(" <= ", " = ", " > "),
        Integer.toString(1 + random.nextInt(4)));
  }

  private SqlText rank(List<Column> columns, String id) {
    String function = any("row_number()", "ntile(3)", "rank()", "dense_rank()");
    String order =
        function.startsWith("r") && function.length() == 6 || function.startsWith("d")
            ? "ORDER BY " + anyColumn(columns) + any("", " DESC") + " NULLS LAST"
            : unique(id);
    return piece(ValueType.WHOLE, "CAST(" + function, over(columns, order, ""), " AS INTEGER)");
  }

  /** An aggregate function does not depend on the order of rows, but frames may. */
  private SqlText aggregate(ValueType type, SqlText value, List<Column> columns, String id) {
    SqlText filter =
        random.nextInt(5) == 0
            ? SqlText.clause(" FILTER (WHERE ", expressions.of(ValueType.TRUTH, columns, 1), ")")
            : SqlText.words("");
    SqlText over =
        switch (random.nextInt(4)) {
          case 0 -> over(columns, "", "");
          case 1 -> over(columns, unique(id), rows());
          case 2 ->
              over(
                  columns,
                  "ORDER BY " + anyColumn(columns) + any("", " DESC") + " NULLS LAST",
                  groups());
          default -> over(columns, "ORDER BY " + id + any("", " DESC"), ranges());
        };
    return switch (type) {
      case WHOLE ->
          random.nextBoolean()
              ? piece(type, "CAST(count(", value, ")", filter, over, " AS INTEGER)")
              : piece(type, "CAST(sum(", value, ")", filter, over, " AS INTEGER)");
      case DECIMAL -> piece(type, "CAST(sum(", value, ")", filter, over, " AS DECIMAL(9, 2))");
      case FLOATING -> piece(type, any("sum(", "min(", "max("), value, ")", filter, over);
      default -> piece(type, any("min(", "max("), value, ")", filter, over);
    };
  }

  private SqlText over(List<Column> columns, String order, String frame) {
    String partition =
        any(
            "",
            "PARTITION BY " + anyColumn(columns) + " ",
            "PARTITION BY " + columns.get(1).name() + " ");
    return SqlText.words(" OVER (" + partition + order + frame + ")");
  }

  private String unique(String id) {
    return "ORDER BY " + id + any("", " DESC");
  }

  private String anyColumn(List<Column> columns) {
    return columns.get(random.nextInt(columns.size())).name();
  }

  private String rows() {
    return " ROWS BETWEEN " + bounds("1", "3", "0") + exclusion();
  }

  private String groups() {
    return any("", " GROUPS BETWEEN " + bounds("1", "2", "0") + exclusion());
  }

  /** Ranges of whole numbers. */
  private String ranges() {
    return " RANGE BETWEEN " + bounds("1", "10", "0") + exclusion();
  }

  private String bounds(String... distances) {
    String distance = any(distances);
    String other = any(distances);
    return any(
        "UNBOUNDED PRECEDING AND CURRENT ROW",
        "UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
        "CURRENT ROW AND UNBOUNDED FOLLOWING",
        distance + " PRECEDING AND CURRENT ROW",
        distance + " PRECEDING AND " + other + " FOLLOWING",
        distance + " PRECEDING AND " + other + " PRECEDING",
        distance + " FOLLOWING AND " + other + " FOLLOWING",
        "CURRENT ROW AND " + distance + " FOLLOWING",
        distance + " FOLLOWING AND UNBOUNDED FOLLOWING",
        "UNBOUNDED PRECEDING AND " + distance + " PRECEDING");
  }

  private String exclusion() {
    return any("", "", "", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP", " EXCLUDE TIES");
  }

  private static SqlText piece(ValueType type, Object... parts) {
    return SqlText.of(type.kind(), type.smallest(), parts);
  }

  private String any(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
