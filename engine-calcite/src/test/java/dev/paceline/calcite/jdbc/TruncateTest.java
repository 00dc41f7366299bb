package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** TRUNCATE of stored tables. */
final class TruncateTest extends StoredJdbcTest {
  @Test
  void allRowsAreRemovedForGood() throws SQLException {
    update("CREATE TABLE t (a INTEGER)", "INSERT INTO t VALUES (1), (2)", "TRUNCATE TABLE t");
    assertThat(rows("SELECT * FROM t")).isEmpty();
    update("TRUNCATE main.T", "INSERT INTO t VALUES (3)");
    reopen();
    assertThat(rows("SELECT * FROM t")).containsExactly(List.of("3"));
    update("truncate t;");
    reopen();
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
