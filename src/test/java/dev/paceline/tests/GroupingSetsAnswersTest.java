package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.core.testing.SoakSize;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random GROUPING SETS, ROLLUP and CUBE over random rows, against DuckDB. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GroupingSetsAnswersTest {
  private static final int ROWS = 300;
  private static final String[] KEYS = {"g", "h", "i % 5", "p", "id % 11"};

  private Connection paceline;
  private Connection duckDb;

  @BeforeAll
  void open() throws SQLException {
    paceline = DriverManager.getConnection("jdbc:paceline:mem:;workers=2");
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
    List<String> rows = new ArrayList<>();
    Random random = new Random(11);
    for (int i = 0; i < ROWS; i++) {
      rows.add(row(random, i));
    }
    for (Connection connection : List.of(paceline, duckDb)) {
      execute(
          connection,
          "CREATE TABLE w (id INTEGER NOT NULL, g INTEGER, h VARCHAR, i INTEGER, n DECIMAL(9, 2), f"
              + " DOUBLE, d DATE, p BOOLEAN)");
      execute(connection, "INSERT INTO w VALUES " + String.join(", ", rows));
    }
  }

  private static String row(Random random, int id) {
    return "("
        + String.join(
            ", ",
            Integer.toString(id),
            orNull(random, Integer.toString(random.nextInt(4))),
            orNull(random, "'" + "xyz".charAt(random.nextInt(3)) + "'"),
            orNull(random, Integer.toString(random.nextInt(60))),
            orNull(random, random.nextInt(20) + "." + (10 + random.nextInt(90))),
            orNull(random, random.nextInt(50) / 4.0 + "e0"),
            orNull(random, "DATE '2024-01-1" + random.nextInt(3) + "'"),
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

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Answer ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return Answer.of(result);
    }
  }

  private static String any(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static List<String> some(Random random, List<String> all, int atLeast) {
    List<String> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, atLeast + random.nextInt(all.size() + 1 - atLeast));
  }

  private static String grouping(Random random, List<String> keys) {
    String list = String.join(", ", keys);
    return switch (random.nextInt(4)) {
      case 0 -> "ROLLUP (" + list + ")";
      case 1 -> "CUBE (" + list + ")";
      default -> {
        List<String> sets = new ArrayList<>();
        // every key is in a set, because the query selects all of them
        sets.add("(" + list + ")");
        for (int i = 0; i < random.nextInt(4); i++) {
          sets.add("(" + String.join(", ", some(random, keys, 0)) + ")");
        }
        Collections.shuffle(sets, random);
        yield "GROUPING SETS (" + String.join(", ", sets) + ")";
      }
    };
  }

  private static String call(Random random, List<String> keys) {
    String value = any(random, "i", "n", "f", "g", "id");
    String filter = any(random, "", "", " FILTER (WHERE i > 20)", " FILTER (WHERE p)");
    return switch (random.nextInt(8)) {
      case 0 -> "count(*)" + filter;
      case 1 -> "count(" + any(random, "h", "i", "d", "p") + ")" + filter;
      case 2 -> "sum(" + value + ")" + filter;
      case 3 -> "avg(" + any(random, "i", "f", "g", "id") + ")" + filter;
      case 4 ->
          any(random, "min", "max") + "(" + any(random, "h", "n", "f", "d", "id") + ")" + filter;
      case 5 -> "count(DISTINCT " + value + ")";
      case 6 -> "stddev_samp(f)" + filter;
      default -> "grouping(" + any(random, keys.toArray(String[]::new)) + ")";
    };
  }

  private static String query(Random random) {
    List<String> keys = some(random, List.of(KEYS), 1);
    List<String> columns = new ArrayList<>(keys);
    columns.add("grouping(" + String.join(", ", keys) + ")");
    for (int i = 0; i <= random.nextInt(4); i++) {
      columns.add(call(random, keys));
    }
    String where = any(random, "", "", " WHERE i > 1000", " WHERE g = 1", " WHERE p");
    String having = any(random, "", "", " HAVING count(*) > 2", " HAVING sum(i) > 100");
    return "SELECT %s FROM w%s GROUP BY %s%s"
        .formatted(String.join(", ", columns), where, grouping(random, keys), having);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 GB", "1"})
  void answersEqualDuckDbs(String memory) throws SQLException {
    execute(paceline, "SET query_memory = '" + memory + "'");
    List<String> wrong = new ArrayList<>();
    for (int seed = 0; seed < SoakSize.of(200, 10_000); seed++) {
      String sql = query(new Random(seed));
      try {
        String difference = ask(paceline, sql).differenceFrom(ask(duckDb, sql), false);
        if (difference != null) {
          wrong.add(sql + "\n  " + difference);
        }
      } catch (SQLException e) {
        wrong.add(sql + "\n  " + e.getMessage());
      }
    }
    assertThat(wrong).isEmpty();
  }
}
