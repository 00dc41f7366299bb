package dev.paceline.tests;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.session.Session;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Files that one engine writes and the other reads, and queries of both over the same files. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FileAnswersTest {
  private static final int ROWS = 5_000;
  private static final String TABLE =
      "(i INTEGER, n DECIMAL(12, 2), s VARCHAR, d DATE, ts TIMESTAMP, p BOOLEAN, t TIME)";

  /** Strings that need quotes, empty ones and NULLs among them. */
  private static final String VALUES =
      """
      SELECT CAST(i AS INTEGER) AS i, CAST(i * 1.25 - 300 AS DECIMAL(12, 2)) AS n,
      CASE CAST(i AS INTEGER) % 7 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'a,b' WHEN 3 THEN 'say "hi"'
      WHEN 4 THEN 'two
      lines' WHEN 5 THEN 'äöü 日本語' ELSE 'row ' || CAST(i AS VARCHAR) END AS s,
      DATE '2024-02-29' AS d, TIMESTAMP '1969-12-31 23:59:59' + to_microseconds(CAST(i * 12347 AS BIGINT)) AS ts,
      CASE WHEN CAST(i AS INTEGER) % 3 = 0 THEN NULL ELSE CAST(i AS INTEGER) % 3 = 1 END AS p,
      TIME '23:59:59' + to_microseconds(CAST(i * 12347 AS BIGINT)) AS t
      """;

  private static final List<String> QUERIES =
      List.of(
          "SELECT i, CAST(CAST(n AS DECIMAL(12, 2)) AS VARCHAR), s, CAST(d AS VARCHAR), CAST(ts AS"
              + " VARCHAR) FROM %s WHERE i < 30 ORDER BY i",
          "SELECT count(*), count(s), count(p), sum(i), CAST(sum(CAST(n AS DECIMAL(12, 2))) AS"
              + " VARCHAR), min(s), max(s) FROM %s",
          "SELECT CAST(t AS VARCHAR), CAST(max(ts) AS VARCHAR) FROM %s WHERE t > TIME"
              + " '23:59:59.024694' GROUP BY t ORDER BY 1",
          "SELECT count(*), CAST(min(ts) AS VARCHAR), CAST(max(t) AS VARCHAR) FROM %s WHERE ts <"
              + " TIMESTAMP '1970-01-01 00:00:00.000107'",
          "SELECT s, count(*) FROM %s WHERE i BETWEEN 100 AND 4000 AND p GROUP BY s ORDER BY 2"
              + " DESC, 1 LIMIT 20",
          "SELECT a.i FROM %1$s AS a JOIN %1$s AS b ON a.i = b.i + 1 WHERE b.s = 'a,b' AND a.i <"
              + " 100 ORDER BY 1");

  @TempDir private Path directory;
  private Connection paceline;
  private Connection duckDb;

  @BeforeAll
  void open() throws SQLException {
    paceline = DriverManager.getConnection("jdbc:paceline:mem:;memory=512m;workers=2");
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
    execute(duckDb, "CREATE TABLE t AS " + VALUES + " FROM range(0, " + ROWS + ") AS r (i)");
    execute(
        paceline,
        "CREATE TABLE digits AS SELECT * FROM (VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) AS v"
            + " (x)");
    execute(
        paceline,
        "CREATE TABLE t AS "
            + VALUES
            + " FROM (SELECT a.x + 10 * b.x + 100 * c.x + 1000 * d.x AS i FROM digits a, digits b,"
            + " digits c, digits d WHERE d.x < 5) AS r");
  }

  @AfterAll
  void close() throws SQLException {
    var ledger = paceline.unwrap(Session.class).instance().engine().ledger();
    paceline.close();
    duckDb.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  private static List<List<String>> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<List<String>> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(result.getString(i));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  private void assertSameAnswers(String source, String expected) throws SQLException {
    for (String query : QUERIES) {
      List<List<String>> answer = rows(duckDb, query.formatted(expected));
      assertThat(rows(paceline, query.formatted(source))).as(query).isEqualTo(answer);
      assertThat(answer).isNotEmpty();
    }
  }

  @Test
  void oursReadsWhatDuckDbWrites() throws SQLException {
    Map<String, String> optionsByName =
        Map.of(
            "d.csv", "",
            "d.csv.gz", "",
            "d.tsv", "(DELIM '\t')",
            "d-semicolon.csv", "(DELIM ';', NULL 'NULL')",
            "d.parquet", "");
    for (Map.Entry<String, String> written : optionsByName.entrySet()) {
      String file = "'" + directory + "/" + written.getKey() + "'";
      execute(duckDb, "COPY t TO " + file + " " + written.getValue());
      boolean named = written.getValue().contains("NULL");
      assertSameAnswers(named ? "read_csv(" + file + ", nullstr = 'NULL')" : file, "t");
    }
  }

  @Test
  void duckDbReadsWhatOursWrites() throws SQLException {
    for (String name : List.of("p.csv", "p.csv.gz", "p.tsv", "p.parquet")) {
      String file = "'" + directory + "/" + name + "'";
      execute(paceline, "COPY t TO " + file);
      execute(duckDb, "CREATE OR REPLACE TABLE back " + TABLE);
      // DuckDB takes the empty string in quotes for NULL unless it is told not to.
      String option = name.endsWith(".parquet") ? "" : " (ALLOW_QUOTED_NULLS false)";
      execute(duckDb, "COPY back FROM " + file + option);
      assertThat(rows(duckDb, "SELECT * FROM back ORDER BY i"))
          .as(name)
          .isEqualTo(rows(duckDb, "SELECT * FROM t ORDER BY i"));
      assertSameAnswers(file, "t");
    }
  }

  /**
   * Numbers of 8 bytes in plain pages, with NULLs, row groups without a value, and the extremes of
   * their types: in place, again from the file cache, and in tables that were loaded.
   */
  @Test
  void numbersInSeveralRowGroups() throws SQLException {
    execute(
        duckDb,
        """
        CREATE TABLE w AS SELECT i,
          CASE WHEN i % 7 = 0 OR i BETWEEN 4096 AND 8191 THEN NULL ELSE i * 7919 % 1000003 END AS few,
          CASE WHEN i % 5 = 0 THEN NULL WHEN i = 6001 THEN 9223372036854775807
            WHEN i = 12001 THEN -9223372036854775807 - 1 ELSE i * 1000000007 END AS far,
          CAST((i * 104729 % 1000000) / 100.0 AS DECIMAL(15, 2)) AS price,
          CASE WHEN i BETWEEN 4096 AND 8191 THEN NULL ELSE CAST(i % 11 AS DOUBLE) / 8 END AS share,
          CASE WHEN i % 3 = 0 THEN NULL ELSE CAST(i AS DOUBLE) / 4 END AS ratio,
          DATE '1992-01-01' + CAST(i % 2500 AS INTEGER) AS day
        FROM range(0, 20000) AS r (i)
        """);
    List<String> queries =
        List.of(
            "SELECT count(*), count(few), count(far), min(far), max(far), sum(few),"
                + " CAST(sum(CAST(price AS DECIMAL(15, 2))) AS VARCHAR), min(share), max(ratio), sum(ratio) FROM %s",
            "SELECT i, few, far, price + 0.5 > 100, share, ratio, CAST(day AS VARCHAR) FROM %s"
                + " WHERE i BETWEEN 4090 AND 4100 OR i > 19990 OR i IN (6001, 12001) ORDER BY i",
            "SELECT count(*), sum(i) FROM %s WHERE far > 4611686018427387904 OR far < -5",
            "SELECT count(*), CAST(sum(CAST(price AS DECIMAL(15, 2))) AS VARCHAR) FROM %s WHERE few < 1000 AND day <"
                + " DATE '1995-01-01'",
            "SELECT share, count(*), sum(few) FROM %s WHERE ratio > 100 GROUP BY share ORDER BY 1"
                + " NULLS LAST",
            "SELECT count(*) FROM %s WHERE few IS NULL AND far IS NOT NULL");
    for (String name : List.of("w.parquet", "w.csv")) {
      String file = "'" + directory + "/" + name + "'";
      String options = name.endsWith("parquet") ? " (ROW_GROUP_SIZE 4096)" : "";
      execute(duckDb, "COPY w TO " + file + options);
      execute(paceline, "CREATE OR REPLACE TABLE loaded AS FROM " + file);
      for (String query : queries) {
        List<List<String>> answer = rows(duckDb, query.formatted(file));
        for (String source : List.of(file, file, "loaded")) {
          assertThat(rows(paceline, query.formatted(source)))
              .as("%s: %s", source, query)
              .isEqualTo(answer);
        }
      }
    }
  }
}
