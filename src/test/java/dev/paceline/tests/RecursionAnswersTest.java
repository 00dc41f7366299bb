package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** WITH RECURSIVE over series, graphs and trees, against DuckDB. */
@WithoutC2
class RecursionAnswersTest {
  private static final int NODES = 400;

  private static Connection ours;
  private static Connection theirs;

  @BeforeAll
  static void fill() throws SQLException {
    ours = DriverManager.getConnection("jdbc:paceline:mem:;workers=3");
    theirs = DriverManager.getConnection("jdbc:duckdb:");
    Random random = new Random(11);
    List<String> edges = new ArrayList<>();
    List<String> tree = new ArrayList<>();
    for (int node = 0; node < NODES; node++) {
      tree.add("(%d, %s, 'n%d')".formatted(node, node == 0 ? "NULL" : random.nextInt(node), node));
      for (int i = random.nextInt(3); i > 0; i--) {
        String from = random.nextInt(40) == 0 ? "NULL" : Integer.toString(node);
        edges.add("(%s, %d, %d)".formatted(from, random.nextInt(NODES), 1 + random.nextInt(9)));
      }
    }
    for (Connection connection : List.of(ours, theirs)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE edge (a INTEGER, b INTEGER, w INTEGER)");
        statement.execute("INSERT INTO edge VALUES " + String.join(", ", edges));
        statement.execute("CREATE TABLE tree (id INTEGER, parent INTEGER, name VARCHAR(5))");
        statement.execute("INSERT INTO tree VALUES " + String.join(", ", tree));
      }
    }
  }

  @AfterAll
  static void close() throws SQLException {
    ours.close();
    theirs.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 3000) SELECT count(*), sum(n)"
            + " FROM t",
        "t(n, s) AS (SELECT 1, 'a' UNION ALL SELECT n + 1, s || 'b' FROM t WHERE n < 30) SELECT *"
            + " FROM t ORDER BY 1",
        "t(n, m) AS (SELECT 1, NULL UNION SELECT 1, m FROM t) SELECT * FROM t",
        "f(n, a, b) AS (SELECT 1, CAST(0 AS BIGINT), CAST(1 AS BIGINT) UNION ALL SELECT n + 1, b, a"
            + " + b FROM f WHERE n < 80) SELECT a FROM f ORDER BY n",
        "t(n) AS (SELECT 1 WHERE FALSE UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t",
        "r(b) AS (SELECT 0 UNION SELECT e.b FROM r JOIN edge AS e ON r.b = e.a) SELECT b FROM r"
            + " ORDER BY b",
        "r(a, b) AS (SELECT a, b FROM edge WHERE a < 60 UNION SELECT r.a, e.b FROM r JOIN edge AS e"
            + " ON r.b = e.a) SELECT count(*), sum(a * 1000 + b), count(a) FROM r",
        "r(b, d) AS (SELECT 0, 0 UNION SELECT e.b, r.d + 1 FROM r, edge AS e WHERE r.b = e.a AND"
            + " r.d < 6) SELECT b, min(d) FROM r GROUP BY b ORDER BY b",
        "p(id, path) AS (SELECT id, name FROM tree WHERE parent IS NULL UNION ALL SELECT t.id,"
            + " p.path || '/' || t.name FROM p JOIN tree AS t ON t.parent = p.id) SELECT * FROM p"
            + " ORDER BY id",
        "p(id, top, depth) AS (SELECT id, id, 0 FROM tree UNION ALL SELECT t.id, p.top, depth + 1"
            + " FROM p JOIN tree AS t ON t.parent = p.id) SELECT top, count(*), max(depth) FROM p"
            + " GROUP BY top ORDER BY top",
        "p(id, n) AS (SELECT 0, 1 UNION ALL SELECT t.id, (SELECT count(*) FROM edge WHERE a = t.id)"
            + " FROM p JOIN tree AS t ON t.parent = p.id) SELECT sum(n), count(*) FROM p",
        "t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 10), u(m) AS (SELECT n FROM t"
            + " UNION ALL SELECT m * 2 FROM u WHERE m < 100) SELECT m, count(*) FROM u GROUP BY m"
            + " ORDER BY m",
        "t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 10) SELECT a.n, b.n FROM t AS a"
            + " JOIN t AS b ON a.n = b.n + 1 ORDER BY 1",
        "t(n) AS (SELECT 1 UNION ALL SELECT max(n) + 1 FROM t HAVING max(n) < 20) SELECT * FROM t"
            + " ORDER BY n",
        "t(n) AS (SELECT a FROM edge UNION SELECT n + 1 FROM t WHERE NOT EXISTS (SELECT 1 FROM edge"
            + " WHERE a = n + 1) AND n < 500) SELECT count(*), sum(n) FROM t",
        "t(n) AS (SELECT 1 UNION ALL (SELECT n + 1 FROM t WHERE n < 5 UNION ALL SELECT n + 100 FROM"
            + " t WHERE n < 3)) SELECT n FROM t ORDER BY n",
        "r(b) AS (SELECT 0 UNION SELECT e.b FROM r LEFT JOIN edge AS e ON r.b = e.a) SELECT b FROM"
            + " r ORDER BY b",
        "t(n) AS (SELECT 0 UNION SELECT (n + 7) % 1000 FROM t) SELECT count(*), sum(n) FROM t",
        "t(n, m) AS (SELECT id, 0 FROM tree UNION ALL SELECT n + 1, m + 1 FROM t WHERE m < 20)"
            + " SELECT count(*), sum(n), max(m) FROM t",
        "t(n, s) AS (SELECT 1, CAST(NULL AS VARCHAR) UNION ALL SELECT n + 1, CASE WHEN n % 2 = 0 THEN 'even' || n"
            + " END FROM t WHERE n < 6) SELECT * FROM t ORDER BY n",
        "t(n) AS (SELECT 1 UNION ALL SELECT unnest([n * 2, n * 2 + 1]) FROM t WHERE n < 9000)"
            + " SELECT count(*), sum(n), max(n) FROM t",
        "t(n) AS (SELECT 1 UNION SELECT unnest([n + 1, n * 2, n]) % 3000 FROM t) SELECT count(*),"
            + " sum(n) FROM t",
        "r(b) AS (SELECT 0 UNION SELECT DISTINCT e.b FROM r JOIN edge AS e ON r.b < e.a AND e.a <"
            + " r.b + 3) SELECT b FROM r ORDER BY b",
      })
  void givesTheAnswersOfDuckDb(String query) throws SQLException {
    String sql = "WITH RECURSIVE " + query;
    assertThat(rows(ours, sql)).isEqualTo(rows(theirs, sql));
  }

  /** DuckDB takes the type of the first query alone, and drops digits. */
  @Test
  void convertsWhatLaterIterationsAddToTheCommonType() throws SQLException {
    assertThat(
            rows(
                ours,
                "WITH RECURSIVE t(n, m) AS (SELECT 1, 1.5 UNION ALL SELECT n + 1, m * 1.001 FROM t"
                    + " WHERE n < 4) SELECT * FROM t ORDER BY n"))
        .containsExactly("1|1.5000", "2|1.5015", "3|1.5030", "4|1.5045");
    assertThat(
            rows(
                ours,
                "WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT n * 1.5 FROM t WHERE n < 3) SELECT *"
                    + " FROM t ORDER BY n"))
        .containsExactly("1.0", "1.5", "2.3", "3.5");
  }

  @Test
  void addsMoreRowsThanFitIntoMemory() throws SQLException {
    String sql =
        "WITH RECURSIVE t(n, d) AS (SELECT id, 0 FROM tree UNION ALL SELECT n + 1000 * (d + 1), d +"
            + " 1 FROM t, (VALUES (1), (2), (3)) AS v (x) WHERE d < 6) SELECT count(*), sum(n) FROM"
            + " t";
    List<String> expected = rows(theirs, sql);
    try (Statement statement = ours.createStatement()) {
      statement.execute("SET query_memory = '2MB'");
      assertThat(rows(ours, sql)).isEqualTo(expected);
      statement.execute("RESET query_memory");
    }
  }

  /** A batch of the longest strings takes a third of the memory; all of them take 366 MB. */
  @Test
  void addsLongerStringsThanFitIntoMemory(@TempDir Path directory) throws SQLException {
    String sql =
        "WITH RECURSIVE t(n, s) AS (SELECT id, repeat('x', 500) FROM node UNION ALL SELECT n + 1,"
            + " s || repeat('y', 500) FROM t WHERE length(s) < 30000) SELECT count(*), sum(n),"
            + " sum(length(s)), max(length(s)) FROM t";
    String url = "jdbc:paceline:" + directory.resolve("database") + ";workers=2;memory=32MB";
    try (Connection small = DriverManager.getConnection(url);
        Statement statement = small.createStatement()) {
      statement.execute(
          "CREATE TABLE node AS SELECT CAST(i AS INTEGER) AS id FROM generate_series(0, 399) AS"
              + " g(i)");
      assertThat(rows(small, sql)).containsExactly("24000|5496000|366000000|30000");
    }
  }

  @Test
  void endsWhenItsTimeIsOver() throws SQLException {
    try (Statement statement = ours.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(
              () ->
                  statement
                      .executeQuery(
                          "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT 1 FROM t) SELECT"
                              + " count(*) FROM t")
                      .next())
          .isInstanceOf(SQLException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("57014");
    }
    assertThat(rows(ours, "SELECT count(*) FROM tree")).containsExactly("400");
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int column = 1; column <= columns; column++) {
          row.append(column == 1 ? "" : "|").append(result.getString(column));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }
}
