package dev.paceline.calcite.jdbc;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.result.QueryResult;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streaming, cancelling, time limits, and several statements at once. */
class RunningStatementsTest extends JdbcTest {
  private static final int ROWS = 10_000;

  /** The rows of a result that is too long to be read to its end. */
  private static final String ENDLESS = "SELECT a.i FROM t a, t b, t c WHERE a.i + b.i + c.i < 0";

  @BeforeEach
  void fill() throws SQLException {
    update("CREATE TABLE t (i INTEGER NOT NULL)");
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
      for (int i = 0; i < ROWS; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  @Test
  void streamsMoreRowsThanABatchHas() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(10);
      try (ResultSet result = statement.executeQuery("SELECT i FROM t")) {
        assertThat(result.isBeforeFirst()).isTrue();
        long sum = 0;
        while (result.next()) {
          sum += result.getInt(1);
        }
        assertThat(sum).isEqualTo(ROWS * (ROWS - 1L) / 2);
        assertThat(result.isAfterLast()).isTrue();
        assertThat(result.next()).isFalse();
      }
      statement.setMaxRows(3000);
      assertThat(rows(statement.executeQuery("SELECT i FROM t"))).hasSize(3000);
    }
  }

  @Test
  void cancelsFromAnotherThread() throws Exception {
    try (Statement statement = connection.createStatement();
        ExecutorService executor = Executors.newSingleThreadExecutor()) {
      Future<Object> running =
          executor.submit(
              () -> {
                try (ResultSet result = statement.executeQuery(ENDLESS)) {
                  return result.next();
                } catch (SQLException e) {
                  return e;
                }
              });
      while (!running.isDone()) {
        statement.cancel();
        Thread.sleep(5);
      }
      assertThat(running.get())
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                assertThat(e.getErrorCode()).isEqualTo(ErrorCode.CANCELLED.vendorCode());
                assertThat(e.getSQLState()).isEqualTo("57014");
              });
      assertThat(rows(statement.executeQuery("SELECT i FROM t WHERE i = 7")))
          .as("the statement can be used again")
          .containsExactly(asList("7"));
    }
  }

  @Test
  void endsAfterItsTime() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> rows(statement.executeQuery(ENDLESS)))
          .isInstanceOf(SQLTimeoutException.class)
          .hasMessageContaining("time limit");
      assertThat(rows(statement.executeQuery("SELECT i FROM t WHERE i = 7"))).hasSize(1);
    }
  }

  @Test
  void runsSeveralStatementsOfOneConnection() throws SQLException {
    try (Statement first = connection.createStatement();
        Statement second = connection.createStatement();
        ResultSet some = first.executeQuery("SELECT i FROM t");
        ResultSet others = second.executeQuery("SELECT i + 1 FROM t")) {
      for (int i = 0; i < ROWS; i++) {
        assertThat(some.next()).isTrue();
        assertThat(others.next()).isTrue();
      }
    }
  }

  @Test
  void runsManyConnectionsOnOneDatabase() throws Exception {
    String url = "jdbc:paceline:mem:many;memory=256m;workers=2";
    try (Connection keeper = DriverManager.getConnection(url);
        ExecutorService executor = Executors.newFixedThreadPool(4)) {
      try (Statement statement = keeper.createStatement()) {
        statement.execute("CREATE TABLE u (i INTEGER)");
      }
      List<Future<Integer>> all = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        all.add(
            executor.submit(
                () -> {
                  int seen = 0;
                  for (int i = 0; i < 10; i++) {
                    try (Connection own = DriverManager.getConnection(url);
                        Statement statement = own.createStatement()) {
                      statement.executeUpdate("INSERT INTO u VALUES (1), (2)");
                      int rows = rows(statement.executeQuery("SELECT i FROM u")).size();
                      assertThat(rows % 2).isZero();
                      seen = Math.max(seen, rows);
                    }
                  }
                  return seen;
                }));
      }
      for (Future<Integer> each : all) {
        assertThat(each.get()).isGreaterThanOrEqualTo(20);
      }
      assertThat(keeper.unwrap(Session.class).instance().catalog().tableNames("main"))
          .containsExactly("u");
    } finally {
      EngineInstance.closeMemory("many");
    }
  }

  @Test
  void closingTheConnectionFreesWhatWasLeftOpen() throws SQLException {
    Connection other = DriverManager.getConnection(URL);
    MemoryLedger ledger = other.unwrap(Session.class).instance().engine().ledger();
    try (Statement statement = other.createStatement()) {
      statement.execute("CREATE TABLE t AS VALUES (1), (2)");
    }
    ResultSet left = other.createStatement().executeQuery("SELECT * FROM t");
    assertThat(left.next()).isTrue();
    ResultSet catalog = other.getMetaData().getTables(null, null, null, null);
    assertThat(ledger.usedBytes()).isPositive();
    other.close();
    assertThat(ledger.openScopes()).isEmpty();
    assertThat(ledger.usedBytes()).isZero();
    assertThat(left.isClosed()).isTrue();
    assertThatThrownBy(catalog::next).hasMessageContaining("closed");
  }

  @Test
  void handsOutColumnBatches() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT i FROM t")) {
      assertThat(result.isWrapperFor(QueryResult.class)).isTrue();
      QueryResult batches = result.unwrap(QueryResult.class);
      long rows = 0;
      for (var batch = batches.nextBatch(); batch != null; batch = batches.nextBatch()) {
        rows += batch.rowCount();
      }
      assertThat(rows).isEqualTo(ROWS);
    }
  }

  @Test
  void explainsInsteadOfRunning() throws SQLException {
    assertThat(rows("EXPLAIN PLAN FOR SELECT i FROM t").toString()).contains("Scan");
    assertThat(rows("explain SELECT i FROM t").toString()).contains("Scan");
    assertThat(rows("EXPLAIN INSERT INTO t SELECT i + 1 FROM t").toString()).contains("Scan");
    assertThat(rows("SELECT i FROM t")).hasSize(ROWS);
  }
}
