package dev.paceline.tests;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.core.testing.SoakSize;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Random window functions over random rows, against DuckDB. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@WithoutC2
class WindowAnswersTest {
  private static final int ROWS = 400;
  private static final String[] VALUES = {"i", "b", "n", "f", "s", "d", "ts", "p"};
  private static final String[] NUMBERS = {"i", "b", "n", "f"};

  private Connection paceline;
  private Connection duckDb;

  @BeforeAll
  void open() throws SQLException {
    paceline = DriverManager.getConnection("jdbc:paceline:mem:;workers=2");
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
    List<String> rows = new ArrayList<>();
    Random random = new Random(7);
    for (int i = 0; i < ROWS; i++) {
      rows.add(row(random, i));
    }
    for (Connection connection : List.of(paceline, duckDb)) {
      execute(
          connection,
          "CREATE TABLE w (id INTEGER NOT NULL, g INTEGER, h VARCHAR, i INTEGER, b BIGINT,"
              + " n DECIMAL(9, 2), f DOUBLE, s VARCHAR, d DATE, ts TIMESTAMP, p BOOLEAN)");
      execute(connection, "INSERT INTO w VALUES " + String.join(", ", rows));
    }
  }

  private static String row(Random random, int id) {
    return "("
        + String.join(
            ", ",
            Integer.toString(id),
            orNull(random, Integer.toString(random.nextInt(7))),
            orNull(random, "'" + "xyz".charAt(random.nextInt(3)) + "'"),
            orNull(random, Integer.toString(random.nextInt(60) - 30)),
            orNull(random, Long.toString(random.nextInt(1000) * 1_000_000_007L)),
            orNull(random, (random.nextInt(4000) - 2000) / 100 + "." + (10 + random.nextInt(90))),
            orNull(random, random.nextInt(50) / 4.0 + "e0"),
            orNull(random, "'text " + random.nextInt(20) + "'"),
            orNull(
                random, "DATE '2024-0" + (1 + random.nextInt(9)) + "-1" + random.nextInt(9) + "'"),
            orNull(
                random,
                "TIMESTAMP '2024-01-0"
                    + (1 + random.nextInt(9))
                    + " 0"
                    + random.nextInt(9)
                    + ":00:00'"),
            orNull(random, random.nextBoolean() ? "TRUE" : "FALSE"))
        + ")";
  }

  private static String orNull(Random random, String value) {
    return random.nextInt(8) == 0 ? "NULL" : value;
  }

  @AfterAll
  void close() throws SQLException {
    paceline.close();
    duckDb.close();
  }

  private static String any(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** The keys of an order; with the row's number behind them if no two rows may be peers. */
  private static String order(Random random, String key, boolean unique) {
    String direction = any(random, "", " DESC") + any(random, " NULLS FIRST", " NULLS LAST");
    return "ORDER BY " + key + direction + (unique ? ", id" : "");
  }

  private static String partition(Random random) {
    return any(random, "", "", "PARTITION BY g ", "PARTITION BY g, h ", "PARTITION BY h ");
  }

  /** A frame whose first bound is not behind the second one. */
  private static String frame(Random random, String unit, String[] distances, boolean fromStart) {
    String[] bounds = {
      "UNBOUNDED PRECEDING",
      any(random, distances) + " PRECEDING",
      "CURRENT ROW",
      any(random, distances) + " FOLLOWING",
      "UNBOUNDED FOLLOWING"
    };
    int first = fromStart ? 0 : random.nextInt(4);
    int second = Math.max(1, first + random.nextInt(5 - first));
    String exclusion =
        fromStart
            ? ""
            : any(random, "", "", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP", " EXCLUDE TIES");
    return " %s BETWEEN %s AND %s%s".formatted(unit, bounds[first], bounds[second], exclusion);
  }

  private static String window(Random random, boolean fromStart) {
    String partition = partition(random);
    if (random.nextInt(3) == 0) {
      String key = any(random, "i", "n", "f", "d", "ts");
      String[] distances =
          switch (key) {
            case "d" -> new String[] {"INTERVAL '2' DAY", "INTERVAL '1' MONTH"};
            case "ts" -> new String[] {"INTERVAL '5' HOUR", "INTERVAL '1' DAY"};
            case "n" -> new String[] {"1.5", "10"};
            default -> new String[] {"0", "2", "5"};
          };
      return partition + order(random, key, false) + frame(random, "RANGE", distances, fromStart);
    }
    String order = order(random, any(random, VALUES), true);
    return switch (random.nextInt(4)) {
      case 0 -> partition + order;
      case 1 ->
          partition
              + order(random, any(random, VALUES), false)
              + frame(random, "GROUPS", new String[] {"0", "1", "2"}, fromStart);
      default -> partition + order + frame(random, "ROWS", new String[] {"0", "1", "3"}, fromStart);
    };
  }

  private static String function(Random random) {
    String value = any(random, VALUES);
    String number = any(random, NUMBERS);
    String ranks = partition(random) + order(random, any(random, VALUES), random.nextBoolean());
    String rows = partition(random) + order(random, any(random, VALUES), true);
    String wide = window(random, false);
    return switch (random.nextInt(16)) {
      case 0 -> "row_number() OVER (" + rows + ")";
      case 1 ->
          any(random, "rank", "dense_rank", "percent_rank", "cume_dist")
              + "() OVER ("
              + ranks
              + ")";
      case 2 -> "ntile(" + any(random, "1", "3", "50") + ") OVER (" + rows + ")";
      case 3 ->
          "%s(%s, %s) OVER (%s)"
              .formatted(
                  any(random, "lag", "lead"), value, any(random, "0", "1", "5", "id % 4"), rows);
      case 4 ->
          "%s(i, 2, %s) OVER (%s)"
              .formatted(any(random, "lag", "lead"), any(random, "-1", "id", "g"), rows);
      case 5 ->
          "%s(%s)#NULLS# OVER (%s ROWS BETWEEN 2 PRECEDING AND %s)"
              .formatted(
                  any(random, "first_value", "last_value"),
                  value,
                  rows,
                  any(random, "CURRENT ROW", "1 FOLLOWING", "1 PRECEDING"));
      case 6 -> "lag(%s)#NULLS# OVER (%s)".formatted(value, rows);
      case 7 ->
          "nth_value(%s, %s) OVER (%s)".formatted(value, any(random, "1", "2", "id % 3 + 1"), rows);
      case 8 -> "count(*)%s OVER (%s)".formatted(any(random, "", " FILTER (WHERE i > 3)"), wide);
      case 9 -> "count(%s) OVER (%s)".formatted(value, wide);
      case 10 ->
          "sum(%s)%s OVER (%s)".formatted(number, any(random, "", " FILTER (WHERE p)"), wide);
      case 11 -> "avg(%s) OVER (%s)".formatted(number, wide);
      case 12 -> "%s(%s) OVER (%s)".formatted(any(random, "min", "max"), value, wide);
      case 13 ->
          "%s(f) OVER (%s)"
              .formatted(any(random, "stddev_samp", "stddev_pop", "var_samp", "var_pop"), wide);
      case 14 -> "count(DISTINCT %s) OVER (%s)".formatted(value, window(random, true));
      default ->
          "%s(DISTINCT %s) OVER (%s)"
              .formatted(any(random, "sum", "avg"), any(random, "i", "n"), window(random, true));
    };
  }

  private static String total(Random random) {
    String function =
        any(
            random,
            "count(*)",
            "count(#)",
            "sum(+)",
            "avg(+)",
            "min(#)",
            "max(#)",
            "count(DISTINCT #)",
            "sum(DISTINCT i)");
    return function.replace("#", any(random, VALUES)).replace("+", any(random, NUMBERS))
        + any(random, "", " FILTER (WHERE i > 3)")
        + " OVER ("
        + any(
            random,
            "",
            "PARTITION BY g",
            "PARTITION BY h",
            "PARTITION BY h, g",
            "PARTITION BY i % 3")
        + ")";
  }

  @Test
  void totalsEqualDuckDbs() {
    List<String> wrong = new ArrayList<>();
    for (int seed = 0; seed < SoakSize.of(100, 5_000); seed++) {
      Random random = new Random(seed);
      List<String> functions = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(4); i++) {
        functions.add(total(random));
      }
      String where = any(random, "", "", " WHERE id < 0", " WHERE i > 0");
      String sql = "SELECT id, " + String.join(", ", functions) + " FROM w" + where;
      compare(sql, sql, wrong);
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void answersEqualDuckDbs() {
    List<String> wrong = new ArrayList<>();
    for (int seed = 0; seed < SoakSize.of(400, 20_000); seed++) {
      Random random = new Random(seed);
      List<String> functions = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        functions.add(function(random));
      }
      String where = any(random, "", "", "", " WHERE id < 0", " WHERE id = 5", " WHERE i > 0");
      String sql = "SELECT id, " + String.join(", ", functions) + " FROM w" + where;
      boolean ignoring = random.nextBoolean();
      String ours = sql.replace("#NULLS#", ignoring ? " IGNORE NULLS" : "");
      String theirs = sql.replace(")#NULLS#", ignoring ? " IGNORE NULLS)" : ")");
      ours = random.nextBoolean() ? ours : theirs;
      compare(ours, theirs, wrong);
    }
    assertThat(wrong).isEmpty();
  }

  private void compare(String ours, String theirs, List<String> wrong) {
    try {
      String difference =
          Answer.of(paceline, ours).differenceFrom(Answer.of(duckDb, theirs), false);
      if (difference != null) {
        wrong.add(ours + "\n  " + difference);
      }
    } catch (SQLException e) {
      wrong.add(ours + "\n  " + e.getMessage());
    }
  }
}
