package dev.paceline.tests.random;

import dev.paceline.tests.random.RandomTables.Column;
import dev.paceline.tests.random.RandomTables.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes random queries: joins of all types, also lateral ones, sub-queries of all kinds, correlated
 * or not, groups and grouping sets, windows, set operations, order and limit. Each has exactly one
 * right answer.
 */
final class RandomQueries {
  private static final int EXPRESSION_DEPTH = 3;

  private final Random random;
  private final RandomExpressions expressions;
  private final RandomWindows windows;
  private int depthLeft;
  private int names;

  RandomQueries(Random random, int depth) {
    this.random = random;
    this.depthLeft = depth;
    expressions = new RandomExpressions(random, this);
    windows = new RandomWindows(random, expressions);
  }

  /** A relation of a FROM clause, and the columns that expressions may use. */
  private record From(SqlText text, List<Column> columns) {}

  /** How many queries may still be nested. */
  int depthLeft() {
    return depthLeft;
  }

  /** A whole statement. */
  SqlText statement() {
    List<ValueType> types = types(1 + random.nextInt(4));
    SqlText query = query(types, List.of());
    if (random.nextInt(3) > 0) {
      return query;
    }
    List<SqlText> keys = new ArrayList<>();
    for (int i = 1; i <= types.size(); i++) {
      keys.add(SqlText.words(i + any(" ASC", " DESC") + any(" NULLS FIRST", " NULLS LAST")));
    }
    return SqlText.of(
        "statement",
        null,
        query,
        " ORDER BY ",
        SqlText.list(", ", keys),
        random.nextBoolean() ? SqlText.clause(" LIMIT " + random.nextInt(20)) : SqlText.words(""),
        random.nextInt(4) == 0
            ? SqlText.clause(" OFFSET " + random.nextInt(5))
            : SqlText.words(""));
  }

  /** A query that gives one row with one value. */
  SqlText oneValue(ValueType type, List<Column> outer) {
    depthLeft--;
    From from = from(1);
    SqlText query =
        piece(
            List.of(type),
            "SELECT ",
            aggregate(type, from.columns),
            " FROM ",
            from.text,
            where(from.columns, outer));
    depthLeft++;
    return query;
  }

  /** A condition with a sub-query. */
  SqlText condition(List<Column> outer) {
    depthLeft--;
    String kind = ValueType.TRUTH.kind();
    String smallest = ValueType.TRUTH.smallest();
    ValueType type = ValueType.any(random);
    From from = from(1);
    SqlText result =
        random.nextBoolean()
            ? SqlText.of(
                kind,
                smallest,
                any("EXISTS (", "NOT EXISTS ("),
                "SELECT 1 FROM ",
                from.text,
                where(from.columns, outer),
                ")")
            : SqlText.of(
                kind,
                smallest,
                "(",
                expressions.of(type, outer, 1),
                any(" IN (", " NOT IN ("),
                "SELECT ",
                expressions.of(type, from.columns, 1),
                " FROM ",
                from.text,
                where(from.columns, random.nextBoolean() ? outer : List.of()),
                "))");
    depthLeft++;
    return result;
  }

  private List<ValueType> types(int count) {
    List<ValueType> types = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      types.add(ValueType.any(random));
    }
    return types;
  }

  /** A query with columns c0, c1, … of some types. */
  private SqlText query(List<ValueType> types, List<Column> outer) {
    depthLeft--;
    SqlText query =
        switch (depthLeft > 0 ? random.nextInt(9) : random.nextInt(7)) {
          case 0, 1 -> rows(types, outer);
          case 2, 3 -> groups(types, outer);
          case 4, 5 -> windows(types, outer);
          case 6 -> firstRows(types, outer);
          case 7 -> setOperation(types, outer);
          default -> withQuery(types);
        };
    depthLeft++;
    return query;
  }

  private SqlText rows(List<ValueType> types, List<Column> outer) {
    From from = from(1 + random.nextInt(3));
    List<SqlText> items = new ArrayList<>();
    for (ValueType type : types) {
      items.add(item(expressions.of(type, from.columns, EXPRESSION_DEPTH), items.size()));
    }
    return piece(
        types,
        any("SELECT ", "SELECT ", "SELECT DISTINCT "),
        SqlText.list(", ", items),
        " FROM ",
        from.text,
        where(from.columns, outer));
  }

  private SqlText groups(List<ValueType> types, List<Column> outer) {
    From from = from(1 + random.nextInt(3));
    List<SqlText> items = new ArrayList<>();
    List<SqlText> keys = new ArrayList<>();
    for (ValueType type : types) {
      List<Column> fitting = from.columns.stream().filter(column -> column.type() == type).toList();
      if (!fitting.isEmpty() && random.nextInt(3) > 0) {
        SqlText key = SqlText.words(fitting.get(random.nextInt(fitting.size())).name());
        keys.add(key);
        items.add(item(key, items.size()));
      } else {
        items.add(item(aggregate(type, from.columns), items.size()));
      }
    }
    return piece(
        types,
        "SELECT ",
        SqlText.list(", ", items),
        " FROM ",
        from.text,
        where(from.columns, outer),
        keys.isEmpty() ? SqlText.words("") : SqlText.words(" GROUP BY ", sets(keys)),
        random.nextInt(3) == 0
            ? SqlText.clause(
                " HAVING ", aggregate(ValueType.WHOLE, from.columns), any(" > ", " <= "), "2")
            : SqlText.words(""));
  }

  private SqlText windows(List<ValueType> types, List<Column> outer) {
    From from = table("a" + names++);
    List<SqlText> items = new ArrayList<>();
    for (ValueType type : types) {
      items.add(item(windows.call(type, from.columns), items.size()));
    }
    return piece(
        types,
        "SELECT ",
        SqlText.list(", ", items),
        " FROM ",
        from.text,
        where(from.columns, outer),
        random.nextInt(3) == 0 ? windows.condition(from.columns) : SqlText.words(""));
  }

  /** The first row of each value of a column, in the order of a column without duplicates. */
  private SqlText firstRows(List<ValueType> types, List<Column> outer) {
    From from = table("a" + names++);
    String id = from.columns.getFirst().name();
    String key = from.columns.get(1 + random.nextInt(from.columns.size() - 1)).name();
    List<SqlText> items = new ArrayList<>();
    for (ValueType type : types) {
      items.add(item(expressions.of(type, from.columns, 1), items.size()));
    }
    return piece(
        types,
        "SELECT * FROM (SELECT DISTINCT ON (" + key + ") ",
        SqlText.list(", ", items),
        " FROM ",
        from.text,
        where(from.columns, outer),
        " ORDER BY " + key + ", " + id + any("", " DESC") + ") q" + names++);
  }

  private SqlText sets(List<SqlText> keys) {
    SqlText all = SqlText.list(", ", keys);
    return switch (random.nextInt(6)) {
      case 0 -> SqlText.words("ROLLUP (", all, ")");
      case 1 -> SqlText.words("CUBE (", all, ")");
      case 2 ->
          SqlText.words(
              "GROUPING SETS ((",
              all,
              "), (",
              keys.get(random.nextInt(keys.size())),
              any(")", "), ()"),
              ")");
      default -> all;
    };
  }

  private SqlText setOperation(List<ValueType> types, List<Column> outer) {
    return piece(
        types,
        "(",
        query(types, outer),
        any(" UNION ALL ", " UNION ", " INTERSECT ", " EXCEPT ", " INTERSECT ALL ", " EXCEPT ALL "),
        query(types, outer),
        ")");
  }

  /** A common table expression, mostly used twice. */
  private SqlText withQuery(List<ValueType> types) {
    String name = "w" + names++;
    List<ValueType> all = new ArrayList<>(types);
    all.add(ValueType.WHOLE);
    SqlText common = query(all, List.of());
    List<SqlText> items = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      items.add(item(SqlText.words(any("x", "y") + ".c" + i), i));
    }
    String last = ".c" + types.size();
    return piece(
        types,
        "SELECT * FROM (WITH " + name + " AS (",
        common,
        ") SELECT ",
        SqlText.list(", ", items),
        " FROM " + name + " x " + any("JOIN ", "LEFT JOIN ") + name + " y ON x" + last + " = y",
        last,
        ") q" + names++);
  }

  private SqlText item(SqlText value, int number) {
    return SqlText.words(value, " AS c" + number);
  }

  private SqlText aggregate(ValueType type, List<Column> columns) {
    SqlText value = expressions.of(type, columns, 1);
    SqlText filter =
        random.nextInt(5) == 0
            ? SqlText.clause(" FILTER (WHERE ", expressions.of(ValueType.TRUTH, columns, 1), ")")
            : SqlText.words("");
    return switch (type) {
      case WHOLE ->
          switch (random.nextInt(5)) {
            case 0 -> aggregate(type, "CAST(count(*)", filter, " AS INTEGER)");
            case 4 ->
                aggregate(
                    type,
                    any("list_sum(list(", "len(list(", "list_max(list("),
                    value,
                    ")",
                    filter,
                    ")");
            case 1 ->
                aggregate(
                    type,
                    "CAST(count(" + any("", "DISTINCT "),
                    expressions.of(ValueType.any(random), columns, 1),
                    ")",
                    filter,
                    " AS INTEGER)");
            case 2 -> aggregate(type, "CAST(sum(", value, ")", filter, " AS INTEGER)");
            default -> aggregate(type, any("min(", "max("), value, ")", filter);
          };
      case DECIMAL ->
          random.nextBoolean()
              ? aggregate(type, "CAST(sum(", value, ")", filter, " AS DECIMAL(9, 2))")
              : aggregate(type, any("min(", "max("), value, ")", filter);
      case FLOATING ->
          random.nextInt(4) == 0
              ? aggregate(type, "CAST(round(4 * avg(", value, ")", filter, ") / 4 AS DOUBLE)")
              : aggregate(type, any("sum(", "min(", "max("), value, ")", filter);
      case TRUTH -> aggregate(type, any("bool_and(", "bool_or("), value, ")", filter);
      case TEXT ->
          random.nextInt(3) == 0
              ? aggregate(
                  type,
                  "string_agg(",
                  value,
                  ", ',' ORDER BY ",
                  value,
                  any("", " DESC"),
                  ")",
                  filter)
              : aggregate(type, any("min(", "max("), value, ")", filter);
      default -> aggregate(type, any("min(", "max("), value, ")", filter);
    };
  }

  private static SqlText aggregate(ValueType type, Object... parts) {
    return SqlText.of(type.kind(), "min(" + type.smallest() + ")", parts);
  }

  private SqlText where(List<Column> columns, List<Column> outer) {
    List<Column> all = new ArrayList<>(columns);
    all.addAll(outer);
    if (!outer.isEmpty() && random.nextInt(3) > 0) {
      Column inner = columns.get(random.nextInt(columns.size()));
      List<Column> fitting =
          outer.stream().filter(column -> column.type() == inner.type()).toList();
      if (!fitting.isEmpty()) {
        Column other = fitting.get(random.nextInt(fitting.size()));
        return SqlText.clause(
            " WHERE ",
            inner.name() + any(" = ", " = ", " < ", " <> ") + other.name(),
            random.nextBoolean()
                ? SqlText.clause(" AND ", expressions.of(ValueType.TRUTH, all, 1))
                : SqlText.words(""));
      }
    }
    return random.nextInt(3) == 0
        ? SqlText.words("")
        : SqlText.clause(" WHERE ", expressions.of(ValueType.TRUTH, all, EXPRESSION_DEPTH));
  }

  /** Joins of several relations, in which rows multiply only a little. */
  private From from(int relations) {
    From first = relation();
    for (int i = 1; i < relations; i++) {
      if (depthLeft > 0 && random.nextInt(8) == 0) {
        first = lateral(first);
        continue;
      }
      From second = relation();
      List<Column> columns = new ArrayList<>(first.columns);
      columns.addAll(second.columns);
      SqlText equality =
          SqlText.words(
              first.columns.getFirst().name()
                  + " = "
                  + second.columns.get(random.nextInt(2)).name());
      SqlText rest =
          random.nextInt(3) == 0
              ? SqlText.clause(" AND ", expressions.of(ValueType.TRUTH, columns, 1))
              : SqlText.words("");
      first =
          new From(
              SqlText.of(
                  "from",
                  null,
                  first.text,
                  any(" JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " FULL JOIN "),
                  second.text,
                  " ON ",
                  equality,
                  rest),
              columns);
    }
    return first;
  }

  /** A join with a sub-query that uses columns of the relations before it. */
  private From lateral(From first) {
    String name = "a" + names++;
    List<ValueType> types = List.of(ValueType.WHOLE, ValueType.any(random));
    SqlText query = query(types, first.columns);
    List<Column> columns = new ArrayList<>(first.columns);
    for (int i = 0; i < types.size(); i++) {
      columns.add(new Column(name + ".c" + i, types.get(i)));
    }
    String id = first.columns.getFirst().name();
    return new From(
        SqlText.of(
            "from",
            null,
            first.text,
            any(" JOIN", " LEFT JOIN") + " LATERAL (",
            query,
            ") " + name + " ON " + any("TRUE", name + ".c0 = " + id, name + ".c0 < " + id)),
        columns);
  }

  /** A table or a sub-query; its first two columns are whole numbers. */
  private From relation() {
    String name = "a" + names++;
    if (depthLeft > 0 && random.nextInt(4) == 0) {
      List<ValueType> types = new ArrayList<>(List.of(ValueType.WHOLE, ValueType.WHOLE));
      types.addAll(types(1 + random.nextInt(2)));
      SqlText query = query(types, List.of());
      List<Column> columns = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        columns.add(new Column(name + ".c" + i, types.get(i)));
      }
      return new From(SqlText.words("(", query, ") " + name), columns);
    }
    return table(name);
  }

  private From table(String name) {
    Table table = RandomTables.TABLES.get(random.nextInt(RandomTables.TABLES.size()));
    List<Column> columns =
        RandomTables.COLUMNS.stream()
            .map(column -> new Column(name + "." + column.name(), column.type()))
            .toList();
    return new From(SqlText.words(table.name() + " " + name), columns);
  }

  private static SqlText piece(List<ValueType> types, Object... parts) {
    return SqlText.of("query " + types, null, parts);
  }

  private String any(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
