package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** CREATE OR REPLACE TABLE. */
final class CreateOrReplaceTest extends StoredJdbcTest {
  @Test
  void aTableIsCreatedAndReplaced() throws SQLException {
    update("CREATE OR REPLACE TABLE t (a INTEGER)", "INSERT INTO t VALUES (1)");
    update("CREATE OR REPLACE TABLE T (b VARCHAR, c DATE)", "INSERT INTO t (b) VALUES ('x')");
    assertThat(rows("SELECT b FROM t")).containsExactly(List.of("x"));
    assertThat(rows("SHOW TABLES")).containsExactly(List.of("T"));
    reopen();
    assertThat(rows("SELECT b FROM t")).containsExactly(List.of("x"));
    assertThat(rows("SHOW TABLES")).containsExactly(List.of("T"));
  }

  @Test
  void theQueryReadsTheTableThatItReplaces() throws SQLException {
    update("CREATE TABLE t AS SELECT * FROM (VALUES (1), (2), (3)) AS v (a)");
    for (int i = 0; i < 3; i++) {
      update("CREATE OR REPLACE TABLE t AS SELECT a * 2 AS a FROM t");
    }
    update("CREATE OR REPLACE TABLE t (x) AS SELECT sum(a) FROM t");
    reopen();
    assertThat(rows("SELECT x FROM t")).containsExactly(List.of("48"));
  }

  @Test
  void aFailedQueryLeavesTheOldTable() throws SQLException {
    update("CREATE TABLE t AS SELECT * FROM (VALUES (1), (0)) AS v (a)");
    assertThatThrownBy(() -> update("CREATE OR REPLACE TABLE t AS SELECT 1 / a AS b FROM t"))
        .hasMessageContaining("zero");
    assertThat(rows("SELECT a FROM t ORDER BY a")).containsExactly(List.of("0"), List.of("1"));
    reopen();
    assertThat(rows("SELECT count(a) FROM t")).containsExactly(List.of("2"));
  }

  @Test
  void preparedStatementsAndRunningQueriesGoOn() throws SQLException {
    update("CREATE TABLE t AS SELECT * FROM (VALUES (1), (2)) AS v (a)");
    try (PreparedStatement prepared = connection.prepareStatement("SELECT a FROM t ORDER BY a");
        Statement statement = connection.createStatement();
        ResultSet running = statement.executeQuery("SELECT a FROM t")) {
      assertThat(JdbcTest.rows(prepared.executeQuery())).hasSize(2);
      update("CREATE OR REPLACE TABLE t AS SELECT 'new' AS b, 7 AS a");
      assertThat(JdbcTest.rows(prepared.executeQuery())).containsExactly(List.of("7"));
      assertThat(JdbcTest.rows(running)).hasSize(2);
    }
  }

  @Test
  void replacingAndKeepingExcludeEachOther() {
    assertThatThrownBy(() -> update("CREATE OR REPLACE TABLE IF NOT EXISTS t (a INTEGER)"))
        .hasMessageContaining("CREATE OR REPLACE and IF NOT EXISTS exclude each other");
  }
}
