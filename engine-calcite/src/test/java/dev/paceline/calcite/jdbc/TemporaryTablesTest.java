package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.Session;
import dev.paceline.core.memory.MemoryLedger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables and views that only their session sees. */
final class TemporaryTablesTest extends StoredJdbcTest {
  @Test
  void aTemporaryTableComesBeforeOneOfTheDatabase() throws SQLException {
    update("CREATE TABLE t (a INTEGER)", "INSERT INTO t VALUES (1)");
    String sql = "SELECT a FROM t";
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      assertThat(rows(sql)).containsExactly(List.of("1"));
      update("CREATE TEMP TABLE t AS SELECT 2 AS a");
      assertThat(rows(sql)).containsExactly(List.of("2"));
      assertThat(JdbcTest.rows(prepared.executeQuery())).containsExactly(List.of("2"));
      assertThat(rows("SELECT a FROM main.t")).containsExactly(List.of("1"));
      assertThat(rows("SELECT a FROM temp.t")).containsExactly(List.of("2"));
      update("DROP TABLE t");
      assertThat(rows(sql)).containsExactly(List.of("1"));
      assertThat(JdbcTest.rows(prepared.executeQuery())).containsExactly(List.of("1"));
    }
  }

  @Test
  void otherSessionsDoNotSeeIt() throws SQLException {
    update("CREATE TABLE t AS SELECT 1 AS a", "CREATE TEMPORARY TABLE t AS SELECT 2 AS a");
    update("CREATE TEMP TABLE u (a INTEGER)");
    try (Connection other = connect();
        Statement statement = other.createStatement()) {
      assertThat(JdbcTest.rows(statement.executeQuery("SELECT a FROM t")))
          .containsExactly(List.of("1"));
      assertThatThrownBy(() -> statement.executeQuery("SELECT a FROM u"))
          .hasMessageContaining("there is no table u");
      statement.execute("CREATE TEMP TABLE t AS SELECT 3 AS a");
      assertThat(JdbcTest.rows(statement.executeQuery("SELECT a FROM t")))
          .containsExactly(List.of("3"));
    }
    assertThat(rows("SELECT a FROM t")).containsExactly(List.of("2"));
    reopen();
    assertThat(rows("SELECT a FROM t")).containsExactly(List.of("1"));
    assertThatThrownBy(() -> rows("SELECT a FROM u")).hasMessageContaining("there is no table u");
  }

  @Test
  void allStatementsOfTablesWork() throws SQLException {
    update(
        "CREATE TEMP TABLE IF NOT EXISTS q (a INTEGER DEFAULT 7 CHECK (a > 0))",
        "CREATE TEMP TABLE IF NOT EXISTS q (b INTEGER)",
        "INSERT INTO q VALUES (1), (DEFAULT)",
        "ALTER TABLE q ADD COLUMN c VARCHAR",
        "INSERT INTO q SELECT a + 1, 'x' FROM q",
        "ALTER TABLE q RENAME TO r");
    assertThat(rows("SELECT a, c FROM r ORDER BY a"))
        .hasToString("[[1, null], [2, x], [7, null], [8, x]]");
    assertThatThrownBy(() -> update("INSERT INTO r (a) VALUES (-1)")).hasMessageContaining("check");
    assertThatThrownBy(() -> update("CREATE TEMP TABLE r (a INTEGER)"))
        .hasMessageContaining("exists already");
    update("CREATE OR REPLACE TEMP TABLE r AS SELECT 5 AS a", "CREATE TABLE s (a INTEGER)");
    assertThat(rows("SHOW TABLES")).containsExactly(List.of("r"), List.of("s"));
    update("TRUNCATE r");
    assertThat(rows("SELECT count(*) FROM r")).containsExactly(List.of("0"));
    update("DROP TABLE temp.r", "DROP TABLE IF EXISTS r");
  }

  @Test
  void viewsOfTheDatabaseReadItsTables() throws SQLException {
    update("CREATE TABLE t AS SELECT 1 AS a", "CREATE VIEW v AS SELECT a FROM t");
    update("CREATE TEMP TABLE t AS SELECT 2 AS a", "CREATE TEMP VIEW w AS SELECT a FROM t");
    assertThat(rows("SELECT v.a, w.a FROM v, w")).hasToString("[[1, 2]]");
    assertThatThrownBy(() -> update("CREATE VIEW x AS SELECT a FROM t"))
        .hasMessageContaining("write CREATE TEMPORARY VIEW");
    assertThatThrownBy(() -> update("CREATE VIEW x AS SELECT a FROM w"))
        .hasMessageContaining("write CREATE TEMPORARY VIEW");
    update("CREATE VIEW x AS SELECT a FROM main.t", "CREATE OR REPLACE TEMP VIEW w AS SELECT 9 a");
    assertThat(rows("SELECT x.a, w.a FROM x, w")).hasToString("[[1, 9]]");
    update("DROP VIEW w");
    assertThatThrownBy(() -> rows("SELECT * FROM w")).hasMessageContaining("there is no table w");
  }

  @Test
  void readOnlySessionsHaveTemporaryTables() throws SQLException {
    connection.setReadOnly(true);
    update("CREATE TEMP TABLE t (a INTEGER)", "INSERT INTO t VALUES (1)");
    assertThat(rows("SELECT a FROM t")).containsExactly(List.of("1"));
    assertThatThrownBy(() -> update("CREATE TABLE u (a INTEGER)"))
        .hasMessageContaining("read-only");
  }

  @Test
  void metaDataTellsThem() throws SQLException {
    update("CREATE TEMP TABLE t (a INTEGER)");
    try (ResultSet tables = connection.getMetaData().getTables(null, "temp", "%", null)) {
      assertThat(tables.next()).isTrue();
      assertThat(tables.getString("TABLE_NAME")).isEqualTo("t");
      assertThat(tables.getString("TABLE_TYPE")).isEqualTo("LOCAL TEMPORARY");
    }
  }

  @Test
  void theEndOfTheSessionFreesTheirMemory() throws SQLException {
    MemoryLedger ledger = connection.unwrap(Session.class).instance().engine().ledger();
    long before = ledger.usedBytes();
    try (Connection other = connect();
        Statement statement = other.createStatement()) {
      statement.execute(
          "CREATE TEMP TABLE t AS WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n"
              + " WHERE i < 200000) SELECT i, CAST(i AS VARCHAR) AS s FROM n");
      assertThat(ledger.usedBytes()).isGreaterThan(before);
    }
    assertThat(ledger.usedBytes()).isEqualTo(before);
  }
}
