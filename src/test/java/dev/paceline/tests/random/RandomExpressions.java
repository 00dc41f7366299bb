package dev.paceline.tests.random;

import dev.paceline.tests.random.RandomTables.Column;
import java.util.List;
import java.util.Random;

/** Makes random expressions over columns. */
final class RandomExpressions {
  private final Random random;
  private final RandomQueries queries;

  /**
   * @param queries makes sub-queries
   */
  RandomExpressions(Random random, RandomQueries queries) {
    this.random = random;
    this.queries = queries;
  }

  /**
   * Makes an expression.
   *
   * @param columns which it may use
   * @param depth of operators and functions, at most
   */
  SqlText of(ValueType type, List<Column> columns, int depth) {
    if (depth == 0 || random.nextInt(4) == 0) {
      return leaf(type, columns);
    }
    return switch (random.nextInt(10)) {
      case 9 ->
          type == ValueType.TRUTH
              ? leaf(type, columns)
              : piece(
                  type,
                  any("greatest(", "least("),
                  of(type, columns, depth - 1),
                  ", ",
                  of(type, columns, depth - 1),
                  ")");
      case 0 ->
          piece(
              type,
              "CASE WHEN ",
              of(ValueType.TRUTH, columns, depth - 1),
              " THEN ",
              of(type, columns, depth - 1),
              random.nextBoolean()
                  ? SqlText.words(" ELSE ", of(type, columns, depth - 1))
                  : SqlText.words(""),
              " END");
      case 1 ->
          piece(
              type,
              any("COALESCE(", "NULLIF(", "COALESCE("),
              of(type, columns, depth - 1),
              ", ",
              of(type, columns, depth - 1),
              ")");
      case 2 -> queries.depthLeft() > 0 ? scalarQuery(type, columns) : leaf(type, columns);
      default -> operation(type, columns, depth - 1);
    };
  }

  private SqlText leaf(ValueType type, List<Column> columns) {
    List<Column> fitting = columns.stream().filter(column -> column.type() == type).toList();
    return fitting.isEmpty() || random.nextInt(4) == 0
        ? piece(type, type.literal(random))
        : piece(type, fitting.get(random.nextInt(fitting.size())).name());
  }

  private SqlText scalarQuery(ValueType type, List<Column> columns) {
    return piece(type, "(", queries.oneValue(type, columns), ")");
  }

  private SqlText operation(ValueType type, List<Column> columns, int depth) {
    SqlText value = of(type, columns, depth);
    return switch (type) {
      case WHOLE -> whole(value, columns, depth);
      case DECIMAL, FLOATING ->
          switch (random.nextInt(3)) {
            case 0 -> piece(type, "(", value, any(" + ", " - "), of(type, columns, depth), ")");
            case 1 -> piece(type, "abs(", value, ")");
            default ->
                piece(
                    type,
                    "CAST(",
                    of(ValueType.WHOLE, columns, depth),
                    " AS ",
                    type.sqlName(),
                    ")");
          };
      case TEXT ->
          switch (random.nextInt(9)) {
            case 4 ->
                piece(
                    type,
                    any("left(", "right(", "repeat(", "substr("),
                    value,
                    ", " + (1 + random.nextInt(3)),
                    ")");
            case 5 ->
                piece(
                    type,
                    any("replace(", "translate("),
                    value,
                    ", " + any("'a'", "'ab'", "'ä'") + ", " + any("'b'", "'xy'", "''"),
                    ")");
            case 6 ->
                piece(type, any("lpad(", "rpad("), value, ", " + any("0", "2", "5"), ", 'xy')");
            case 7 ->
                piece(
                    type,
                    any("concat(", "concat_ws('-', "),
                    value,
                    ", ",
                    of(ValueType.any(random, ValueType.TEXT, ValueType.WHOLE), columns, depth),
                    ")");
            case 8 ->
                piece(
                    type,
                    "array_to_string([",
                    value,
                    ", ",
                    of(type, columns, depth),
                    "], " + any("','", "''") + ")");
            case 0 -> piece(type, "(", value, " || ", of(type, columns, depth), ")");
            case 1 -> piece(type, any("lower(", "upper(", "trim(", "reverse("), value, ")");
            case 2 -> piece(type, "substring(", value, " FROM 2)");
            default -> piece(type, "CAST(", of(ValueType.WHOLE, columns, depth), " AS VARCHAR)");
          };
      case DATE ->
          switch (random.nextInt(4)) {
            case 0 ->
                piece(
                    type,
                    "CAST(date_trunc('" + any("month", "week", "quarter", "year") + "', ",
                    value,
                    ") AS DATE)");
            case 1 ->
                piece(
                    type,
                    "CAST(",
                    value,
                    any(" + ", " - ")
                        + any(
                            "INTERVAL 1 MONTH",
                            "INTERVAL '1 year'",
                            "INTERVAL '2 days'",
                            "INTERVAL '1 month 3 days'",
                            "INTERVAL 30 HOUR"),
                    " AS DATE)");
            case 2 -> piece(type, "last_day(", value, ")");
            default ->
                piece(
                    type, "(", value, any(" + ", " - "), Integer.toString(random.nextInt(40)), ")");
          };
      case TRUTH -> condition(columns, depth);
    };
  }

  private SqlText whole(SqlText value, List<Column> columns, int depth) {
    return switch (random.nextInt(11)) {
      case 6 ->
          piece(
              ValueType.WHOLE,
              "CAST(",
              any("date_diff(", "date_sub("),
              any("'day', ", "'month', ", "'year', ", "'quarter', "),
              of(ValueType.DATE, columns, depth),
              ", ",
              of(ValueType.DATE, columns, depth),
              ") AS INTEGER)");
      case 7 ->
          piece(
              ValueType.WHOLE,
              "CAST(strpos(",
              of(ValueType.TEXT, columns, depth),
              ", ",
              of(ValueType.TEXT, columns, depth),
              ") AS INTEGER)");
      case 8 ->
          piece(
              ValueType.WHOLE,
              "[",
              value,
              ", ",
              of(ValueType.WHOLE, columns, depth),
              "]" + any("[1]", "[2]", "[-1]", "[3]"));
      case 9 ->
          piece(
              ValueType.WHOLE,
              any("list_max([", "list_min([", "list_first([", "list_last(["),
              value,
              ", ",
              of(ValueType.WHOLE, columns, depth),
              "])");
      case 10 ->
          piece(
              ValueType.WHOLE,
              "CASE ",
              of(ValueType.TEXT, columns, depth),
              " WHEN ",
              ValueType.TEXT.literal(random),
              " THEN ",
              value,
              " WHEN ",
              of(ValueType.TEXT, columns, depth),
              " THEN ",
              of(ValueType.WHOLE, columns, depth),
              " END");
      case 0, 1 ->
          piece(
              ValueType.WHOLE,
              "(",
              value,
              any(" + ", " - ", " * "),
              of(ValueType.WHOLE, columns, depth),
              ")");
      case 2 -> piece(ValueType.WHOLE, "(", value, any(" % ", " / "), any("2", "3", "7"), ")");
      case 3 -> piece(ValueType.WHOLE, any("abs(", "-(", "sign("), value, ")");
      case 4 ->
          piece(
              ValueType.WHOLE, "CAST(length(", of(ValueType.TEXT, columns, depth), ") AS INTEGER)");
      default ->
          piece(
              ValueType.WHOLE,
              "CAST(extract(",
              any("YEAR", "MONTH", "DAY"),
              " FROM ",
              of(ValueType.DATE, columns, depth),
              ") AS INTEGER)");
    };
  }

  private SqlText condition(List<Column> columns, int depth) {
    ValueType type = ValueType.any(random);
    return switch (random.nextInt(12)) {
      case 10 ->
          piece(
              ValueType.TRUTH,
              "list_contains([",
              of(type, columns, depth),
              ", ",
              of(type, columns, depth),
              "], ",
              of(type, columns, depth),
              ")");
      case 11 ->
          piece(
              ValueType.TRUTH,
              any("starts_with(", "ends_with(", "contains("),
              of(ValueType.TEXT, columns, depth),
              ", ",
              of(ValueType.TEXT, columns, depth),
              ")");
      case 0 ->
          piece(
              ValueType.TRUTH,
              "(",
              of(ValueType.TRUTH, columns, depth),
              any(" AND ", " OR "),
              of(ValueType.TRUTH, columns, depth),
              ")");
      case 1 -> piece(ValueType.TRUTH, "(NOT ", of(ValueType.TRUTH, columns, depth), ")");
      case 2 ->
          piece(
              ValueType.TRUTH, "(", of(type, columns, depth), any(" IS NULL", " IS NOT NULL"), ")");
      case 3 ->
          piece(
              ValueType.TRUTH,
              "(",
              of(type, columns, depth),
              any(" IN (", " NOT IN ("),
              type.literal(random),
              ", ",
              of(type, columns, depth),
              "))");
      case 4 ->
          piece(
              ValueType.TRUTH,
              "(",
              of(ValueType.TEXT, columns, depth),
              any(" LIKE ", " NOT LIKE "),
              any("'%a%'", "'a%'", "'%b'", "'_'", "'%'", "''"),
              ")");
      case 5 ->
          piece(
              ValueType.TRUTH,
              "(",
              of(type, columns, depth),
              any(" IS DISTINCT FROM ", " IS NOT DISTINCT FROM "),
              of(type, columns, depth),
              ")");
      case 6 ->
          piece(
              ValueType.TRUTH,
              "(",
              of(type, columns, depth),
              any(" BETWEEN ", " NOT BETWEEN "),
              of(type, columns, depth),
              " AND ",
              of(type, columns, depth),
              ")");
      case 7 ->
          queries.depthLeft() > 0 ? queries.condition(columns) : comparison(type, columns, depth);
      default -> comparison(type, columns, depth);
    };
  }

  private SqlText comparison(ValueType type, List<Column> columns, int depth) {
    return piece(
        ValueType.TRUTH,
        "(",
        of(type, columns, depth),
        any(" = ", " <> ", " < ", " <= ", " > ", " >= "),
        of(type, columns, depth),
        ")");
  }

  private static SqlText piece(ValueType type, Object... parts) {
    return SqlText.of(type.kind(), type.smallest(), parts);
  }

  private String any(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
