package dev.paceline.calcite.jdbc;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions as far as they are supported, and what pools and frameworks call around them. */
class TransactionTest extends JdbcTest {
  /** SQLStates for which HikariCP or DBCP2 drop a connection. */
  private static final List<String> FATAL_STATES =
      List.of("0A000", "57P01", "57P02", "57P03", "01002", "JZ0C0", "JZ0C1");

  private static final String SHARED_URL = "jdbc:paceline:mem:transactions;memory=256m;workers=2";

  @Override
  @BeforeEach
  void connect() throws SQLException {
    connection = open();
  }

  private static Connection open() throws SQLException {
    return DriverManager.getConnection(SHARED_URL);
  }

  private void fails(String sqlState, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState));
  }

  @Test
  void rowsAppearWithTheCommit() throws SQLException {
    update("CREATE TABLE t (a INTEGER)");
    update("CREATE TABLE u (a INTEGER)");
    update("INSERT INTO u VALUES (7), (8)");
    try (Connection other = open()) {
      connection.setAutoCommit(false);
      assertThat(connection.getAutoCommit()).isFalse();
      assertThat(update("INSERT INTO t VALUES (1), (2)")).isEqualTo(2);
      assertThat(update("INSERT INTO t SELECT a FROM u")).isEqualTo(2);
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
        for (int i = 0; i < 3000; i++) {
          insert.setInt(1, i);
          insert.addBatch();
        }
        assertThat(insert.executeBatch()).hasSize(3000).containsOnly(1);
      }
      assertThat(count(other)).isZero();
      connection.commit();
      assertThat(count(other)).isEqualTo(3004);
      assertThat(count(connection)).isEqualTo(3004);
      assertThat(connection.getAutoCommit()).as("commit() begins the next one").isFalse();
    }
  }

  @Test
  void rollbackDiscardsRows() throws SQLException {
    update("CREATE TABLE t (a INTEGER)");
    connection.setAutoCommit(false);
    update("INSERT INTO t VALUES (1)");
    connection.rollback();
    assertThat(count(connection)).isZero();
    connection.rollback();
    connection.commit();
    update("INSERT INTO t VALUES (2)");
    connection.setAutoCommit(true);
    assertThat(rows("SELECT a FROM t")).containsExactly(asList("2"));
  }

  @Test
  void closingDiscardsRows() throws SQLException {
    update("CREATE TABLE t (a INTEGER)");
    try (Connection other = open()) {
      other.setAutoCommit(false);
      try (Statement statement = other.createStatement()) {
        statement.executeUpdate("INSERT INTO t VALUES (1)");
      }
    }
    assertThat(count(connection)).isZero();
  }

  @Test
  void saysWhatIsMissing() throws SQLException {
    update("CREATE TABLE t (a INTEGER)");
    update("CREATE TABLE u (a INTEGER)");
    connection.setAutoCommit(false);
    update("INSERT INTO t VALUES (1)");
    assertThatThrownBy(() -> update("INSERT INTO u VALUES (2)"))
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasMessageContaining("table t")
        .hasMessageContaining("commit before");
    assertThatThrownBy(() -> rows("SELECT a FROM t")).hasMessageContaining("commit the rows");
    assertThatThrownBy(() -> update("INSERT INTO t SELECT a FROM t"))
        .hasMessageContaining("commit the rows");
    assertThat(rows("SELECT a FROM u")).isEmpty();
    update("INSERT INTO t VALUES (3)");
    fails("25001", () -> connection.setReadOnly(true));
    connection.commit();
    assertThat(rows("SELECT a FROM t")).hasSize(2);
  }

  @Test
  void aFailedChangeEndsInARollback() throws SQLException {
    update("CREATE TABLE t (a TINYINT NOT NULL)");
    connection.setAutoCommit(false);
    update("INSERT INTO t VALUES (1)");
    fails("22003", () -> update("INSERT INTO t VALUES (2), (1000)"));
    fails("25P02", () -> update("INSERT INTO t VALUES (3)"));
    fails("25P02", () -> rows("SELECT a FROM t"));
    fails("25P02", () -> connection.commit());
    connection.rollback();
    update("INSERT INTO t VALUES (4)");
    connection.commit();
    assertThat(rows("SELECT a FROM t")).containsExactly(asList("4"));
  }

  @Test
  void aFailedCommitDiscardsRows() throws SQLException {
    update("CREATE TABLE t (a INTEGER NOT NULL)");
    connection.setAutoCommit(false);
    try (Connection other = open();
        Statement statement = other.createStatement()) {
      update("INSERT INTO t VALUES (1)");
      statement.executeUpdate("DROP TABLE t");
      fails("42P01", () -> connection.commit());
      statement.executeUpdate("CREATE TABLE t (b INTEGER)");
    }
    assertThat(rows("SELECT b FROM t")).isEmpty();
  }

  @Test
  void changesOfTheSchemaCommit() throws SQLException {
    update("CREATE TABLE t (a INTEGER)");
    connection.setAutoCommit(false);
    update("INSERT INTO t VALUES (1)");
    update("CREATE TABLE u AS SELECT a FROM t");
    connection.rollback();
    assertThat(rows("SELECT a FROM u")).containsExactly(asList("1"));
    assertThat(connection.getMetaData().dataDefinitionCausesTransactionCommit()).isTrue();
  }

  @Test
  void autoCommitHasNothingToEnd() throws SQLException {
    assertThat(connection.getAutoCommit()).isTrue();
    connection.setAutoCommit(true);
    assertThatThrownBy(() -> connection.commit()).hasMessageContaining("auto-commit");
    assertThatThrownBy(() -> connection.rollback()).hasMessageContaining("auto-commit");
  }

  @Test
  void isolationIsReadCommitted() throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    assertThat(metaData.supportsTransactions()).isTrue();
    assertThat(connection.getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_READ_COMMITTED)
        .isEqualTo(metaData.getDefaultTransactionIsolation());
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    for (int level :
        List.of(Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE)) {
      assertThat(metaData.supportsTransactionIsolationLevel(level)).isFalse();
      assertThatThrownBy(() -> connection.setTransactionIsolation(level))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
    }
    assertThatThrownBy(() -> connection.setTransactionIsolation(Connection.TRANSACTION_NONE))
        .hasMessageContaining("READ_COMMITTED");
  }

  @Test
  void errorsDoNotMakePoolsDropTheConnection() throws SQLException {
    update("CREATE TABLE t (a INTEGER)");
    Statement closed = connection.createStatement();
    ResultSet result = closed.executeQuery("SELECT a FROM t");
    result.close();
    closed.close();
    List<ThrowingCallable> calls =
        List.of(
            () -> closed.executeQuery("SELECT 1"),
            () -> result.next(),
            () -> update("UPDATE t SET a = 1"),
            () -> update("MERGE INTO t USING t AS s ON t.a = s.a WHEN MATCHED THEN DELETE"),
            () -> connection.prepareCall("x"),
            () -> connection.setSavepoint(),
            () -> connection.createSQLXML(),
            () -> connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT),
            () -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE),
            () -> connection.commit());
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> assertThat(e.getSQLState()).isNotIn(FATAL_STATES).doesNotStartWith("08"));
    }
    assertThat(connection.isValid(1)).isTrue();
  }

  @Test
  void answersWhatPoolsAsk() throws SQLException {
    assertThat(connection.getNetworkTimeout()).isZero();
    connection.setNetworkTimeout(Runnable::run, 5000);
    assertThat(connection.getNetworkTimeout()).isEqualTo(5000);
    assertThatThrownBy(() -> connection.setNetworkTimeout(Runnable::run, -1))
        .isInstanceOf(SQLException.class);
    connection.setReadOnly(true);
    connection.setReadOnly(false);
    connection.setSchema(connection.getSchema());
    connection.setCatalog(connection.getCatalog());
    connection.clearWarnings();
    assertThat(connection.isWrapperFor(Connection.class)).isTrue();
    assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
    connection.close();
    assertThat(connection.isValid(1)).isFalse();
    assertThatCode(() -> connection.close()).doesNotThrowAnyException();
    fails("08003", () -> connection.getAutoCommit());
    fails("08003", () -> connection.rollback());
  }

  private static long count(Connection from) throws SQLException {
    try (Statement statement = from.createStatement();
        ResultSet result = statement.executeQuery("SELECT count(*) FROM t")) {
      result.next();
      return result.getLong(1);
    }
  }
}
