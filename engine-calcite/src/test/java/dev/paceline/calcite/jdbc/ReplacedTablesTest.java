package dev.paceline.calcite.jdbc;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.session.Outcome;
import dev.paceline.calcite.session.PreparedSql;
import dev.paceline.calcite.session.ResultCursor;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Replaces a table by another one of the same name while statements use the old one. An appender of
 * the storage stands for the INSERT … SELECT or CREATE TABLE AS that runs meanwhile, because
 * nothing happens between two of its calls.
 */
@Timeout(60)
class ReplacedTablesTest {
  private static final int ROWS = RowGroup.MAX_ROWS + 5;

  @TempDir Path folder;

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:paceline:" + folder + ";memory=256m;workers=2");
  }

  @AfterEach
  void close() throws SQLException {
    MemoryLedger ledger = connection.unwrap(Session.class).instance().engine().ledger();
    connection.close();
    assertThat(ledger.openScopes()).as("memory scopes left open").isEmpty();
  }

  private void reopen() throws SQLException {
    close();
    open();
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

  private static void append(Appender appender) {
    for (int row = 0; row < ROWS; row++) {
      for (int column = 0; column < appender.definition().columnCount(); column++) {
        appender.setLong(column, row);
      }
      appender.endRow();
    }
  }

  private Database database() throws SQLException {
    return connection.unwrap(Session.class).instance().database();
  }

  private static TableDefinition integers(String... columns) {
    return new TableDefinition(
        "t",
        List.of(columns).stream()
            .map(name -> new ColumnDefinition(name, DataType.INT64, true))
            .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"t", "T"})
  void createTableAsWhileAnotherSessionCreatesTheName(String name) throws SQLException {
    try (Appender slow = database().newTable(integers("a", "b", "c"))) {
      append(slow);
      update("CREATE TABLE " + name + " (x BIGINT)", "INSERT INTO t VALUES (1), (2)");
      append(slow);
      assertThatThrownBy(slow::commit)
          .hasMessageContaining("exists already")
          .extracting("code")
          .isEqualTo(ErrorCode.TABLE_EXISTS);
    }
    reopen();
    assertThat(rows("SELECT * FROM t ORDER BY x")).containsExactly(asList("1"), asList("2"));
    update("INSERT INTO t VALUES (3)");
    reopen();
    assertThat(rows("SELECT count(*), sum(x) FROM t")).containsExactly(asList("3", "6"));
  }

  @Test
  void insertWhileAnotherSessionDropsAndCreates() throws SQLException {
    update("CREATE TABLE t (a BIGINT, b BIGINT, c BIGINT)");
    try (Appender slow = database().table("t").appender()) {
      append(slow);
      update("DROP TABLE t", "CREATE TABLE t (x BIGINT)", "INSERT INTO t VALUES (1), (2)");
      append(slow);
      assertThatThrownBy(slow::commit)
          .hasMessageContaining("was dropped meanwhile and created anew")
          .extracting("code")
          .isEqualTo(ErrorCode.UNKNOWN_TABLE);
    }
    reopen();
    assertThat(rows("SELECT * FROM t ORDER BY x")).containsExactly(asList("1"), asList("2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT i FROM t WHERE i IN (SELECT j FROM s)",
        "SELECT i FROM t WHERE i = (SELECT max(j) FROM s)",
        "SELECT i FROM t WHERE EXISTS (SELECT 1 FROM s WHERE s.j = t.i)",
        "SELECT i FROM t WHERE i IN (SELECT j FROM s WHERE j IN (SELECT j FROM s))",
        "WITH q AS (SELECT j FROM s) SELECT i FROM t JOIN q ON i = j",
        "SELECT i FROM t, LATERAL (SELECT j FROM s WHERE s.j = t.i) q"
      })
  void aCachedPlanIsOfTheTablesThatHaveTheNamesNow(String query) throws SQLException {
    update("CREATE TABLE t (i INTEGER)", "INSERT INTO t VALUES (1), (2), (3)");
    update("CREATE TABLE s (j INTEGER, k INTEGER)", "INSERT INTO s VALUES (1, 9)");
    try (PreparedStatement prepared = connection.prepareStatement(query)) {
      for (int run = 0; run < 2; run++) {
        assertThat(JdbcTest.rows(prepared.executeQuery())).containsExactly(asList("1"));
        assertThat(rows(query)).containsExactly(asList("1"));
      }
      update("DROP TABLE s", "CREATE TABLE s (k VARCHAR, j INTEGER)");
      update("INSERT INTO s VALUES ('1', 3)");
      assertThat(JdbcTest.rows(prepared.executeQuery())).containsExactly(asList("3"));
      assertThat(rows(query)).containsExactly(asList("3"));
    }
  }

  /** The values of parameters are read after the check of the plan and before the snapshots. */
  private final class ReplacingValues extends AbstractList<Object> {
    private boolean replaced;

    @Override
    public Object get(int index) {
      if (!replaced) {
        replaced = true;
        try {
          update("DROP TABLE t", "CREATE TABLE t (k VARCHAR, i INTEGER)");
          update("INSERT INTO t VALUES ('x', 7), ('y', 1)");
        } catch (SQLException e) {
          throw new IllegalStateException(e);
        }
      }
      return 2;
    }

    @Override
    public int size() {
      return 1;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT i FROM t WHERE i > ?",
        "SELECT count(*) + 6 FROM t WHERE i > ?",
        "SELECT max(i) OVER () FROM t WHERE i > ?"
      })
  void aTableIsReplacedBetweenTheCheckOfThePlanAndTheSnapshot(String query) throws SQLException {
    update("CREATE TABLE t (i INTEGER)", "INSERT INTO t VALUES (1), (2), (3)");
    update("CREATE TABLE copy (i BIGINT)");
    Session session = connection.unwrap(Session.class);
    StatementRun run = new StatementRun(null);

    PreparedSql insert = session.prepare("INSERT INTO copy " + query, run);
    session.execute(insert, new ReplacingValues(), run);

    assertThat(rows("SELECT i FROM copy")).containsExactly(asList("7"));
    PreparedSql select = session.prepare(query, run);
    Outcome outcome = session.execute(select, new ReplacingValues(), run);
    try (ResultCursor result = ((Outcome.Rows) outcome).result()) {
      Batch batch = result.nextBatch();
      assertThat(batch).isNotNull();
      assertThat(batch.selectedCount()).isEqualTo(1);
    }
  }
}
