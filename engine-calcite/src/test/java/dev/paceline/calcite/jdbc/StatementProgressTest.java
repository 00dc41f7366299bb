package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How far a statement is, as a JDBC client can ask. */
class StatementProgressTest extends JdbcTest {
  private static final int ROWS = 100_000;

  @BeforeEach
  void fill() throws SQLException {
    update("CREATE TABLE d AS VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
    update(
        "CREATE TABLE t AS SELECT a.c * 10000 + b.c * 1000 + c.c * 100 + d.c * 10 + e.c AS i"
            + " FROM d a (c), d b (c), d c (c), d d (c), d e (c)");
  }

  @Test
  void growsToOneWhileRowsAreTaken() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      StatementProgress progress = statement.unwrap(StatementProgress.class);
      assertThat(progress.progress()).isZero();
      assertThat(progress.rowsScanned()).isZero();
      try (ResultSet rows = statement.executeQuery("SELECT a.i FROM t a, d b")) {
        double last = 0;
        while (rows.next()) {
          double next = progress.progress();
          // An assertion for each of a million rows would take most of the time.
          if (!(next >= last && next <= 1)) {
            assertThat(next).isBetween(last, 1.0);
          }
          last = next;
        }
        assertThat(last).isEqualTo(1);
      }
      assertThat(progress.rowsScanned()).isEqualTo(ROWS + 10);
      try (ResultSet running = statement.executeQuery("SELECT a.i FROM t a, t b")) {
        assertThat(running.next()).isTrue();
        assertThat(progress.progress()).as("of the next execution").isLessThan(1);
      }
    }
  }

  @Test
  void tellsOfStatementsWithoutRows() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      StatementProgress progress = statement.unwrap(StatementProgress.class);
      statement.execute("CREATE TABLE u AS SELECT i FROM t");
      assertThat(progress.progress()).isEqualTo(1);
      assertThat(progress.rowsScanned()).isEqualTo(ROWS);
      statement.execute("SET priority = 2");
      assertThat(progress.progress()).isZero();
    }
  }

  @Test
  void knowsHowManyEngineQueriesAreBelowGeneratedCode() throws SQLException {
    String half = "SELECT i, row_number() OVER (ORDER BY i) FROM t WHERE i < 5";
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(half + " UNION ALL " + half)) {
      StatementProgress progress = statement.unwrap(StatementProgress.class);
      assertThat(rows.next()).isTrue();
      double last = progress.progress();
      assertThat(rows(rows)).hasSize(9);
      assertThat(progress.progress()).isEqualTo(1).isGreaterThanOrEqualTo(last);
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT row_number() OVER () FROM (VALUES 1)")) {
      assertThat(rows.next()).isTrue();
      assertThat(statement.unwrap(StatementProgress.class).progress()).isBetween(0.0, 1.0);
    }
  }
}
