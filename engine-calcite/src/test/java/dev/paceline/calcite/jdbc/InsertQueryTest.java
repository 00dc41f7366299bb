package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.calcite.experiment.EngineKnobs;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.storage.table.TableSnapshot;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** INSERT and CREATE TABLE of queries, whose rows the workers add side by side. */
@Timeout(120)
class InsertQueryTest {
  private static final int ROWS = 60_000;
  private static final int ROW_GROUP_ROWS = 8192;

  @TempDir private Path folder;
  private Connection connection;

  /** Opens a database with a table n of {@value #ROWS} rows, whose numbers k ascend. */
  private void open(String options) throws SQLException {
    connection = connect(options);
    update("CREATE TABLE d AS VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
    update(
        "CREATE TABLE n (k INTEGER NOT NULL, s VARCHAR(12), x DOUBLE, p DECIMAL(38, 2), b BOOLEAN)");
    update(
        "INSERT INTO n SELECT k, CASE WHEN MOD(k, 7) = 0 THEN NULL ELSE 'row ' || k END,"
            + " CASE WHEN MOD(k, 5) = 0 THEN NULL ELSE k / 8.0E0 END,"
            + " CASE WHEN MOD(k, 3) = 0 THEN NULL"
            + " ELSE CAST(k AS DECIMAL(38, 2)) * 100000000000000000000 END, MOD(k, 2) = 0"
            + " FROM (SELECT f.c * 10000 + b.c * 1000 + c.c * 100 + d.c * 10 + e.c"
            + " FROM d f (c), d b (c), d c (c), d d (c), d e (c)"
            + " WHERE f.c < 6) AS k (k) ORDER BY k");
  }

  private Connection connect(String options) throws SQLException {
    String location =
        options.startsWith("stored;") ? folder.resolve("db").toString() : "mem:insert";
    return DriverManager.getConnection(
        "jdbc:paceline:" + location + ";memory=512m;" + options.replace("stored;", ""),
        EngineKnobs.DEFAULT.withRowGroupRows(ROW_GROUP_ROWS).properties());
  }

  @AfterEach
  void close() throws SQLException {
    MemoryLedger ledger = ledger();
    TemporaryStorage storage = engine().options().temporaryStorage();
    assertThat(storage.usedBytes()).as("temporary files").isZero();
    connection.close();
    EngineInstance.closeMemory("insert");
    assertThat(ledger.openScopes()).as("memory scopes left open").isEmpty();
    assertThat(ledger.usedBytes()).as("bytes left in the ledger").isZero();
  }

  private MemoryLedger ledger() throws SQLException {
    return engine().ledger();
  }

  private Engine engine() throws SQLException {
    return connection.unwrap(Session.class).instance().engine();
  }

  private long update(String sql) throws SQLException {
    return update(connection, sql);
  }

  private static long update(Connection user, String sql) throws SQLException {
    try (Statement statement = user.createStatement()) {
      return statement.executeLargeUpdate(sql);
    }
  }

  private List<List<String>> rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return JdbcTest.rows(result);
    }
  }

  private int rowGroups(String table) throws SQLException {
    try (TableSnapshot snapshot =
        java.util.Objects.requireNonNull(
                connection.unwrap(Session.class).instance().database().table(table))
            .snapshot()) {
      return snapshot.rowGroupCount();
    }
  }

  private String digest(String table) {
    return "SELECT COUNT(*), COUNT(s), COUNT(x), COUNT(p), SUM(k), SUM(x), SUM(p),"
        + " SUM(CASE WHEN b THEN k END), MIN(s), MAX(s), COUNT(DISTINCT s),"
        + " SUM(CASE WHEN s = 'row ' || k THEN 1 ELSE 0 END),"
        + " SUM(CASE WHEN p / 100000000000000000000 = k THEN 1 ELSE 0 END)"
        + " FROM "
        + table;
  }

  @ParameterizedTest
  @ValueSource(strings = {"workers=1", "workers=4", "stored;workers=1", "stored;workers=4"})
  void addsEachRowOnce(String options) throws SQLException {
    open(options);
    assertThat(update("CREATE TABLE t AS SELECT * FROM n")).isEqualTo(ROWS);
    assertThat(rows(digest("t"))).isEqualTo(rows(digest("n")));
    assertThat(rowGroups("t")).isBetween(ROWS / ROW_GROUP_ROWS + 1, ROWS / ROW_GROUP_ROWS + 4);
    assertThat(update("INSERT INTO t SELECT * FROM n WHERE MOD(k, 10) < 3"))
        .isEqualTo(ROWS * 3 / 10);
    assertThat(update("INSERT INTO t SELECT * FROM n WHERE k < 0")).isZero();
    assertThat(
            rows(
                "SELECT COUNT(*), SUM(CASE WHEN c = 2 THEN 1 END) FROM (SELECT COUNT(*) AS c FROM t GROUP BY k)"))
        .containsExactly(List.of("60000", "18000"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"workers=1", "workers=4", "stored;workers=4"})
  void keepsTheOrderThatIsAskedFor(String options) throws SQLException {
    open(options);
    update("CREATE TABLE t AS SELECT * FROM n ORDER BY MOD(k, 1000), k");
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET workers = 1");
      long before = -1;
      try (ResultSet result = statement.executeQuery("SELECT k FROM t")) {
        while (result.next()) {
          long key = result.getInt(1) % 1000 * 1_000_000L + result.getInt(1);
          assertThat(key).isGreaterThan(before);
          before = key;
        }
      }
    }
    assertThat(rows(digest("t"))).isEqualTo(rows(digest("n")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"workers=1", "workers=4"})
  void makesFewRowGroupsOfFewRows(String options) throws SQLException {
    open(options);
    update("CREATE TABLE t AS SELECT * FROM n WHERE MOD(k, 40) = 7");
    assertThat(rowGroups("t")).isEqualTo(1);
    connection.setAutoCommit(false);
    for (int i = 0; i < 20; i++) {
      update("INSERT INTO t SELECT * FROM n WHERE MOD(k, 400) = " + i);
    }
    connection.commit();
    connection.setAutoCommit(true);
    assertThat(rows("SELECT COUNT(*) FROM t")).containsExactly(List.of("4500"));
    assertThat(rowGroups("t")).isLessThanOrEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"workers=1", "workers=4", "stored;workers=4"})
  void leavesNothingOfWhatFails(String options) throws SQLException {
    open(options);
    update("CREATE TABLE t (k INTEGER NOT NULL, s VARCHAR(8) NOT NULL)");
    update("INSERT INTO t VALUES (-1, 'kept')");
    long before = ledger().usedBytes();
    assertFails(
        "INSERT INTO t SELECT k, CASE WHEN k = 59999 THEN NULL ELSE 'x' END FROM n",
        "23502",
        "table t, column s: NULL in a NOT NULL column");
    assertFails(
        "INSERT INTO t SELECT k, s FROM n WHERE s IS NOT NULL",
        "22001",
        "table t, column s: a value of 9 characters does not fit VARCHAR(8)");
    assertFails(
        "INSERT INTO t SELECT 1000000 / (k - 59990), 'x' FROM n", "22012", "division by zero");
    assertFails(
        "CREATE TABLE u AS SELECT 1000000 / (k - 59990) AS q FROM n", "22012", "division by zero");
    if (!options.startsWith("stored")) { // there, blocks of n stay in memory
      assertThat(ledger().usedBytes()).isEqualTo(before);
    }
    assertThat(rows("SELECT k, s FROM t")).containsExactly(List.of("-1", "kept"));
    assertThatThrownBy(() -> rows("SELECT * FROM u")).hasMessageContaining("there is no table u");
  }

  private void assertFails(String sql, String state, String message) {
    assertThatThrownBy(() -> update(sql))
        .hasMessageContaining(message)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }

  @ParameterizedTest
  @ValueSource(strings = {"workers=1", "workers=4", "stored;workers=4"})
  void endsInTheMiddle(String options) throws Exception {
    open(options);
    update("CREATE TABLE t (k BIGINT, s VARCHAR)");
    String endless = "INSERT INTO t SELECT a.k, b.s FROM n a, n b";
    try (Statement statement = connection.createStatement();
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<?> run = threads.submit(() -> statement.executeLargeUpdate(endless));
      while (engine().queries().isEmpty() || engine().queries().getFirst().orders() < 3) {
        assertThat(run.isDone()).isFalse();
        Thread.sleep(1);
      }
      statement.cancel();
      assertThatThrownBy(run::get).hasMessageContaining("cancelled");
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeLargeUpdate(endless))
          .isInstanceOf(java.sql.SQLTimeoutException.class);
    }
    assertThat(rows("SELECT COUNT(*) FROM t")).containsExactly(List.of("0"));
    assertThat(rows(digest("n"))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"workers=1", "workers=4", "stored;workers=4"})
  void addsRowsOfTheTableItself(String options) throws SQLException {
    open(options);
    update("CREATE TABLE t AS SELECT k, s FROM n");
    assertThat(update("INSERT INTO t SELECT k + 1000000, s FROM t")).isEqualTo(ROWS);
    assertThat(rows("SELECT COUNT(*), COUNT(DISTINCT k) FROM t"))
        .containsExactly(List.of("120000", "120000"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"workers=4", "stored;workers=4"})
  void addsRowsOfSeveralSessions(String options) throws Exception {
    open(options);
    update("CREATE TABLE t (k INTEGER, s VARCHAR(12))");
    try (Connection other = connect(options);
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<Long> first =
          threads.submit(() -> update(connection, "INSERT INTO t SELECT k, s FROM n"));
      Future<Long> second =
          threads.submit(() -> update(other, "INSERT INTO t SELECT k, s FROM n WHERE k < 40000"));
      assertThat(first.get()).isEqualTo(ROWS);
      assertThat(second.get()).isEqualTo(40_000);
    }
    assertThat(
            rows(
                "SELECT c, COUNT(*) FROM (SELECT COUNT(*) AS c FROM t GROUP BY k) GROUP BY c ORDER BY c"))
        .containsExactly(List.of("1", "20000"), List.of("2", "40000"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"workers=1", "workers=4", "stored;workers=4"})
  void obeysTransactions(String options) throws SQLException {
    open(options);
    update("CREATE TABLE t (k INTEGER NOT NULL, s VARCHAR(12))");
    connection.setAutoCommit(false);
    update("INSERT INTO t VALUES (-1, 'first')");
    update("INSERT INTO t SELECT k, s FROM n");
    update("INSERT INTO t VALUES (-2, 'last')");
    connection.rollback();
    assertThat(rows("SELECT COUNT(*) FROM t")).containsExactly(List.of("0"));
    update("INSERT INTO t VALUES (-1, 'first')");
    update("INSERT INTO t SELECT k, s FROM n ORDER BY k");
    update("INSERT INTO t VALUES (-2, 'last')");
    connection.commit();
    connection.setAutoCommit(true);
    assertThat(rows("SELECT COUNT(*), SUM(k) FROM t"))
        .containsExactly(List.of("60002", "1799969997"));
    update("SET workers = 1");
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT k FROM t")) {
      for (int expected = -1; expected < ROWS; expected++) {
        assertThat(result.next()).isTrue();
        assertThat(result.getInt(1)).isEqualTo(expected);
      }
      assertThat(result.next()).isTrue();
      assertThat(result.getInt(1)).isEqualTo(-2);
    }
  }

  /** The source spills, and there is no room for more than one row group that is being filled. */
  @ParameterizedTest
  @ValueSource(strings = {"workers=1", "workers=4", "stored;workers=4"})
  void needsLittleMemory(String options) throws SQLException {
    open(options);
    update("SET query_memory = '1'");
    update("CREATE TABLE t AS SELECT * FROM n");
    assertThat(rows(digest("t"))).isEqualTo(rows(digest("n")));
    update("CREATE TABLE u AS SELECT s, COUNT(*) AS c, MIN(k) AS k FROM n GROUP BY s");
    assertThat(rows("SELECT COUNT(*), SUM(c), COUNT(s) FROM u"))
        .containsExactly(List.of("51429", "60000", "51428"));
    TemporaryStorage storage = engine().options().temporaryStorage();
    assertThat(storage.writtenBytes()).isPositive();
  }
}
