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
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random queries that name common tables several times, and random inner and outer joins with
 * conditions above them, against DuckDB.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@WithoutC2
class CommonTableAnswersTest {
  private static final int ROWS = 120;

  private Connection paceline;
  private Connection duckDb;

  @BeforeAll
  void open() throws SQLException {
    paceline = DriverManager.getConnection("jdbc:paceline:mem:;workers=2");
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
    List<String> rows = new ArrayList<>();
    Random random = new Random(7);
    for (int i = 0; i < ROWS; i++) {
      rows.add(
          "(%d, %s, %s, '%s')"
              .formatted(
                  i,
                  orNull(random, random.nextInt(12)),
                  orNull(random, random.nextInt(30)),
                  "xyz".charAt(random.nextInt(3))));
    }
    for (Connection connection : List.of(paceline, duckDb)) {
      execute(
          connection,
          "CREATE TABLE w (id INTEGER NOT NULL, g INTEGER, i INTEGER, h VARCHAR NOT NULL)");
      execute(connection, "INSERT INTO w VALUES " + String.join(", ", rows));
    }
  }

  private static String orNull(Random random, int value) {
    return random.nextInt(8) == 0 ? "NULL" : Integer.toString(value);
  }

  @AfterAll
  void close() throws SQLException {
    paceline.close();
    duckDb.close();
  }

  private static String any(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static String joinType(Random random) {
    return any(random, "JOIN", "JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN");
  }

  /** A table with the columns k, v and n. */
  private static String table(Random random) {
    return any(
        random,
        "c",
        "c",
        "c",
        "d",
        "(SELECT k, v, n FROM c WHERE n " + any(random, "> 2", "< 9", "= 7") + ")",
        "(SELECT g AS k, i AS v, id AS n FROM w WHERE h = '" + any(random, "x", "y", "q") + "')",
        "(SELECT k, max(v) AS v, count(*) AS n FROM c GROUP BY k)",
        "(SELECT k, v, n FROM c WHERE k " + any(random, "= 3", "> 5", "IN (1, 4)") + ")");
  }

  private static String condition(Random random, String one, String other) {
    return switch (random.nextInt(12)) {
      case 0 -> other + ".k IS NULL";
      case 1 -> other + ".n IS NULL";
      case 2 -> one + ".v IS NULL";
      case 3 -> one + ".v > 8";
      case 4 -> other + ".v IS NOT NULL";
      case 5 -> "coalesce(" + other + ".n, 0) < 6";
      case 6 -> one + ".k IN (SELECT k FROM c WHERE n > 4)";
      case 7 -> "EXISTS (SELECT 1 FROM c e WHERE e.k = " + other + ".k AND e.n > 2)";
      case 8 -> one + ".n < (SELECT max(n) FROM d)";
      case 9 -> one + ".n <= " + other + ".n";
      case 10 -> "NOT EXISTS (SELECT 1 FROM d e WHERE e.k = " + one + ".k)";
      default -> "(" + one + ".v = " + other + ".v OR " + other + ".k = 4)";
    };
  }

  private static String query(Random random) {
    String common =
        "WITH c AS (SELECT g AS k, %s AS v, count(*) AS n FROM w%s GROUP BY g), d AS (%s) "
            .formatted(
                any(random, "sum(i)", "max(i)", "count(i)", "sum(id)"),
                any(random, "", "", " WHERE i > 5", " WHERE h = 'x'"),
                any(
                    random,
                    "SELECT k, v, n FROM c WHERE n > 3",
                    "SELECT a.k, b.v, a.n FROM c a JOIN c b ON a.k = b.k + 1",
                    "SELECT k, v, rank() OVER (ORDER BY n) AS n FROM c",
                    "SELECT i AS k, min(g) AS v, count(*) AS n FROM w GROUP BY i"));
    StringBuilder from =
        new StringBuilder(table(random))
            .append(" AS t0 ")
            .append(joinType(random))
            .append(' ')
            .append(table(random))
            .append(" AS t1 ON t0.k = t1.k")
            .append(any(random, "", "", " AND t0.n < t1.n", " AND t1.v > 4"));
    boolean isThree = random.nextBoolean();
    if (isThree) {
      String joined = any(random, "t0", "t1");
      from.append(' ')
          .append(joinType(random))
          .append(' ')
          .append(table(random))
          .append(" AS t2 ON t2.k = ")
          .append(joined)
          .append(any(random, ".k", ".n", ".v"));
    }
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < random.nextInt(3); i++) {
      conditions.add(
          condition(random, any(random, "t0", "t1"), isThree ? any(random, "t1", "t2") : "t1"));
    }
    String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    String columns =
        any(random, "t0.k, t0.v, t1.k, t1.n", "t1.k, t1.v, t0.n", "count(*), sum(t0.n), max(t1.v)");
    return common + "SELECT " + columns + " FROM " + from + where;
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 GB", "1"})
  void answersEqualDuckDbs(String memory) throws SQLException {
    execute(paceline, "SET query_memory = '" + memory + "'");
    List<String> wrong = new ArrayList<>();
    for (int seed = 0; seed < SoakSize.of(200, 10_000); seed++) {
      String sql = query(new Random(seed));
      try {
        String difference = Answer.of(paceline, sql).differenceFrom(Answer.of(duckDb, sql), false);
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
