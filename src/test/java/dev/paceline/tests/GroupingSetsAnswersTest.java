package dev.paceline.tests;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.suite.Answer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares grouping sets with DuckDB that have enough groups to be made from finer ones. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GroupingSetsAnswersTest {
  private static final List<String> SETS =
      List.of(
          "ROLLUP (a, b, c)",
          "CUBE (a, b, c)",
          "GROUPING SETS ((a, b), (b, c), (c), ())",
          "GROUPING SETS ((a, b, c), (a, b, c), (a), (a), ())",
          "GROUPING SETS ((c), (b), (a))",
          "GROUPING SETS ((a, c), (a, b), (), (), (a, b, c))",
          "a, ROLLUP (b, c)");

  private static final String CALLS =
      "count(*), count(v), sum(v), min(s), max(v), avg(v), sum(v) FILTER (WHERE v > 50),"
          + " grouping(a, b, c), grouping(c)";

  private static final String DISTINCT_CALLS =
      "count(DISTINCT v), count(*), sum(DISTINCT v), count(DISTINCT s), max(s), count(DISTINCT b),"
          + " sum(v), avg(DISTINCT v), grouping(b, c)";

  private Connection paceline;
  private Connection duckDb;

  /** DuckDB's answers by statement, which do not depend on the memory of Paceline's queries. */
  private final Map<String, Answer> expected = new HashMap<>();

  @BeforeAll
  void open() throws SQLException {
    paceline = DriverManager.getConnection("jdbc:paceline:mem:;workers=2");
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
    for (Connection connection : List.of(paceline, duckDb)) {
      execute(connection, "CREATE TABLE digit (d INTEGER NOT NULL)");
      execute(
          connection, "INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
      execute(
          connection,
          "CREATE TABLE t AS SELECT 'a' || CAST(mod(n * 7919, 97) AS VARCHAR) AS a, CASE WHEN"
              + " mod(n, 11) = 0 THEN NULL ELSE mod(n * 31, 83) END AS b, CASE WHEN mod(n, 5) = 0"
              + " THEN NULL ELSE 'c' || CAST(mod(n, 61) AS VARCHAR) END AS c, CASE WHEN mod(n, 3) ="
              + " 0 THEN NULL ELSE mod(n, 101) END AS v, 's' || CAST(mod(n, 13) AS VARCHAR) AS s"
              + " FROM (SELECT p.d + 10 * q.d + 100 * r.d + 1000 * x.d + 10000 * y.d AS n FROM"
              + " digit p, digit q, digit r, digit x, digit y WHERE y.d < 4) AS numbers");
    }
  }

  @AfterAll
  void close() throws SQLException {
    paceline.close();
    duckDb.close();
  }

  @ParameterizedTest
  @CsvSource({"1 GB, ''", "1 GB, WHERE v > 1000", "1, ''", "1 GB, WHERE b = 3 OR c = 'c1'"})
  void answersEqualDuckDbs(String memory, String where) throws SQLException {
    execute(paceline, "SET query_memory = '" + memory + "'");
    List<String> wrong = new ArrayList<>();
    int stepwise = 0;
    for (String sets : SETS) {
      String sql = "SELECT a, b, c, " + CALLS + " FROM t " + where + " GROUP BY " + sets;
      String difference = Answer.of(paceline, sql).differenceFrom(expected(sql), false);
      if (difference != null) {
        wrong.add(sql + "\n  " + difference);
      }
      stepwise += plan(sql).contains("PacelineShared") ? 1 : 0;
    }
    assertThat(wrong).isEmpty();
    if (where.isEmpty()) {
      assertThat(stepwise).isEqualTo(SETS.size());
    }
  }

  /** Distinct values are keys of the groups that come first, also where they are keys of sets. */
  @ParameterizedTest
  @CsvSource({"1 GB, WHERE v > 1000", "1, ''"})
  void answersOfDistinctArgumentsEqualDuckDbs(String memory, String where) throws SQLException {
    execute(paceline, "SET query_memory = '" + memory + "'");
    List<String> wrong = new ArrayList<>();
    for (String calls : List.of(DISTINCT_CALLS, "count(DISTINCT a), sum(v)")) {
      for (String sets : List.of("ROLLUP (a, b, c)", "CUBE (c, b)", "ROLLUP (b, a), c")) {
        String sql = "SELECT " + calls + " FROM t " + where + " GROUP BY " + sets;
        String difference = Answer.of(paceline, sql).differenceFrom(expected(sql), false);
        if (difference != null) {
          wrong.add(sql + "\n  " + difference);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Few groups by keys and distinct values: these are made first, before rows are repeated. */
  @Test
  void valuesAreMadeDistinctBeforeRowsAreRepeated() throws SQLException {
    String sql = "SELECT s, count(DISTINCT v), sum(b) FROM t GROUP BY ROLLUP (s)";
    String plan = plan(sql);
    assertThat(plan.substring(plan.indexOf("PacelineExpand"))).contains("PacelineAggregate");
    assertThat(Answer.of(paceline, sql).differenceFrom(expected(sql), false)).isNull();
  }

  private Answer expected(String sql) throws SQLException {
    Answer known = expected.get(sql);
    if (known == null) {
      known = Answer.of(duckDb, sql);
      expected.put(sql, known);
    }
    return known;
  }

  private String plan(String sql) throws SQLException {
    StringBuilder plan = new StringBuilder();
    try (Statement statement = paceline.createStatement();
        ResultSet result = statement.executeQuery("EXPLAIN " + sql)) {
      while (result.next()) {
        plan.append(result.getString(1)).append('\n');
      }
    }
    return plan.toString();
  }
}
