package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.Session;
import dev.paceline.core.memory.MemoryLedger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TRUNCATE of stored tables. */
@Timeout(60)
class TruncateTest {
  @TempDir Path folder;

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:paceline:" + folder + ";memory=64m;workers=2");
  }

  @AfterEach
  void close() throws SQLException {
    MemoryLedger ledger = connection.unwrap(Session.class).instance().engine().ledger();
    connection.close();
    assertThat(ledger.openScopes()).as("memory scopes left open").isEmpty();
  }

  private void update(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.executeUpdate(sql);
      }
    }
  }

  private List<List<String>> rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return JdbcTest.rows(statement.executeQuery(sql));
    }
  }

  @Test
  void allRowsAreRemovedForGood() throws SQLException {
    update("CREATE TABLE t (a INTEGER)", "INSERT INTO t VALUES (1), (2)", "TRUNCATE TABLE t");
    assertThat(rows("SELECT * FROM t")).isEmpty();
    update("TRUNCATE main.T", "INSERT INTO t VALUES (3)");
    close();
    open();
    assertThat(rows("SELECT * FROM t")).containsExactly(List.of("3"));
    update("truncate t;");
    close();
    open();
    assertThat(rows("SELECT count(*), max(a) FROM t").toString()).isEqualTo("[[0, null]]");
  }

  @Test
  void aQueryThatRunsKeepsItsRows() throws SQLException {
    update("CREATE TABLE t AS SELECT * FROM (VALUES (1), (2), (3)) AS v (a)");
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT a FROM t")) {
      update("TRUNCATE t");
      assertThat(JdbcTest.rows(result)).hasSize(3);
    }
    assertThat(rows("SELECT a FROM t")).isEmpty();
  }

  @Test
  void rowsOfTheTransactionAreCommittedFirst() throws SQLException {
    update("CREATE TABLE t (a INTEGER)");
    connection.setAutoCommit(false);
    update("INSERT INTO t VALUES (1)", "TRUNCATE t");
    connection.rollback();
    assertThat(rows("SELECT a FROM t")).isEmpty();
  }

  @Test
  void errorsNameTheTable() throws SQLException {
    update("CREATE TABLE things (a INTEGER)");
    assertThatThrownBy(() -> update("TRUNCATE TABLE thing"))
        .hasMessageContaining("there is no table thing; did you mean things?");
    connection.setReadOnly(true);
    assertThatThrownBy(() -> update("TRUNCATE TABLE things")).hasMessageContaining("read-only");
  }
}
