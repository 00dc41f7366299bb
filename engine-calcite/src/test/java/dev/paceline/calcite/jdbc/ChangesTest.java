package dev.paceline.calcite.jdbc;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** CREATE, DROP and INSERT. */
class ChangesTest extends JdbcTest {
  @Test
  void insertsConstants() throws SQLException {
    update("CREATE TABLE t (a INTEGER NOT NULL, b VARCHAR(10), c DECIMAL(5, 2), d DATE)");
    assertThat(
            update(
                "INSERT INTO t VALUES (1, 'one', 1.005, DATE '2024-02-29'), (-2, NULL, -3, NULL);"))
        .isEqualTo(2);
    assertThat(rows("SELECT * FROM T"))
        .containsExactly(
            asList("1", "one", "1.01", "2024-02-29"), asList("-2", null, "-3.00", null));
  }

  @Test
  void leavesColumnsOut() throws SQLException {
    update("CREATE TABLE t (a INTEGER, b VARCHAR, c INTEGER NOT NULL)");
    update("INSERT INTO t (C, a) VALUES (3, 1)");
    assertThat(rows("SELECT a, b, c FROM t")).containsExactly(asList("1", null, "3"));
    assertThatThrownBy(() -> update("INSERT INTO t (a) VALUES (1)"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23502"))
        .hasMessageContaining("c");
    assertThat(rows("SELECT a FROM t")).hasSize(1);
  }

  @Test
  void insertsExpressionsAndQueries() throws SQLException {
    update("CREATE TABLE t (a BIGINT, b DOUBLE)");
    assertThat(update("INSERT INTO t VALUES (1 + 1, 0.5), (3, 2 * 2)")).isEqualTo(2);
    assertThat(update("INSERT INTO t SELECT a + 10, b FROM t WHERE a = 2")).isEqualTo(1);
    assertThat(rows("SELECT a, b FROM t ORDER BY a"))
        .containsExactly(asList("2", "0.5"), asList("3", "4.0"), asList("12", "0.5"));
  }

  @Test
  void rowsOfOneInsertMayDifferInType() throws SQLException {
    update(
        "CREATE TABLE m (a INTEGER, b VARCHAR(4), c DECIMAL(8, 2) DEFAULT 1.5, d DATE, e DOUBLE,"
            + " f BOOLEAN, g TIMESTAMP)");
    for (String rows :
        List.of(
            "(a, b) VALUES ('1', 'p'), (2, NULL)",
            "(a, b) VALUES (1, upper('p')), ('2', 5), (NULL, NULL)",
            "(a, c) VALUES (1 + 1, DEFAULT), ('3', '2.5'), (4, 1e0)",
            "(a, d) VALUES (5, DATE '2020-01-01' + 1), (6, '2020-01-02'), (7, NULL)",
            "(a, e) VALUES (8, 1 + 1), (9, '2.5'), (10, 1.5)",
            "(a, f) VALUES (11, 'true'), (12, 1 = 1), (13, 1)",
            "(a, g) VALUES (14, DATE '2020-01-01' + 1), (15, '2020-01-01 10:00:00')")) {
      update("INSERT INTO m " + rows);
    }
    assertThat(rows("SELECT count(*), count(b), sum(c), max(d), sum(e), max(g) FROM m").toString())
        .isEqualTo("[[19, 3, 29.00, 2020-01-02, 6.0, 2020-01-02 00:00:00]]");
    assertThat(rows("SELECT DISTINCT f FROM m WHERE f IS NOT NULL").toString())
        .isEqualTo("[[true]]");
    assertThatThrownBy(() -> update("INSERT INTO m (a) VALUES (1 + 1), ('x')"))
        .hasMessageContaining("'x' cannot be cast to INTEGER");
    assertThatThrownBy(() -> update("INSERT INTO m (b) VALUES (upper('x')), (12345)"))
        .hasMessageContaining("does not fit VARCHAR(4)");
    assertThatThrownBy(() -> update("INSERT INTO m (a) VALUES (1 + 1), (2, 3)"))
        .hasMessageContaining("the row has 2 values for 1 columns of table m");
  }

  @Test
  void insertsItselfOnce() throws SQLException {
    update("CREATE TABLE t (a BIGINT)");
    update("INSERT INTO t VALUES (1), (2)");
    for (int i = 0; i < 4; i++) {
      update("INSERT INTO t SELECT a FROM t");
    }
    assertThat(rows("SELECT a FROM t")).hasSize(32);
  }

  @Test
  void createsTablesFromQueries() throws SQLException {
    update("CREATE TABLE t AS SELECT 1 AS a, 'text' AS b");
    update("CREATE TABLE u (x, y) AS SELECT a + 1, b FROM t");
    assertThat(rows("SELECT x, y FROM u")).containsExactly(asList("2", "text"));
    update("INSERT INTO u VALUES (3, 'a longer text than that of the query')");
    assertThat(rows("SELECT x FROM u")).hasSize(2);
  }

  @Test
  void createsOnlyWhatIsNotThere() throws SQLException {
    update("CREATE TABLE t (a INTEGER)");
    update("CREATE TABLE IF NOT EXISTS T (b VARCHAR)");
    assertThat(connection.getMetaData().getColumns(null, null, "t", null).next()).isTrue();
    assertThatThrownBy(() -> update("CREATE TABLE T (b VARCHAR)"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42P07"));
    update("DROP TABLE t");
    update("DROP TABLE IF EXISTS t");
    assertThatThrownBy(() -> update("DROP TABLE t")).hasMessageContaining("there is no table t");
  }

  @Test
  void aFailedInsertChangesNothing() throws SQLException {
    update("CREATE TABLE t (a TINYINT NOT NULL, b VARCHAR(3))");
    update("INSERT INTO t VALUES (1, 'a')");
    List<String> failing =
        List.of(
            "INSERT INTO t VALUES (2, 'b'), (NULL, 'c')",
            "INSERT INTO t VALUES (2, 'b'), (128, 'c')",
            "INSERT INTO t VALUES (2, 'b'), (3, 'long')",
            "INSERT INTO t VALUES (2, 'b'), (3)",
            "INSERT INTO t VALUES (2, 'b'), ('x', 'c')",
            "INSERT INTO t SELECT a + 127, b FROM t",
            "INSERT INTO t SELECT a, 'long' FROM t");
    for (String sql : failing) {
      assertThatThrownBy(() -> update(sql)).as(sql).isInstanceOf(SQLException.class);
    }
    assertThat(rows("SELECT a, b FROM t")).containsExactly(asList("1", "a"));
  }

  @Test
  void insertsBatchesAtOnceOrNotAtAll() throws SQLException {
    update("CREATE TABLE t (a INTEGER NOT NULL, b VARCHAR)");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO t (b, a) VALUES (?, ?)")) {
      for (int i = 0; i < 5000; i++) {
        insert.setString(1, i % 3 == 0 ? null : "b" + i);
        insert.setInt(2, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(5000).containsOnly(1);
      insert.setString(1, "good");
      insert.setInt(2, 1);
      insert.addBatch();
      insert.setNull(2, java.sql.Types.INTEGER);
      insert.addBatch();
      assertThatThrownBy(insert::executeBatch)
          .isInstanceOfSatisfying(
              BatchUpdateException.class,
              e ->
                  assertThat(e.getUpdateCounts())
                      .containsExactly(Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED));
      assertThat(insert.executeBatch()).as("a batch is gone after it ran").isEmpty();
    }
    assertThat(rows("SELECT a, b FROM t")).hasSize(5000).contains(asList("3", null));
  }

  @Test
  void preparedInsertsSeeTheTableAsItIs() throws SQLException {
    update("CREATE TABLE t (a INTEGER)");
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
      insert.setInt(1, 1);
      assertThat(insert.executeUpdate()).isEqualTo(1);
      update("DROP TABLE t");
      assertThatThrownBy(insert::executeUpdate).hasMessageContaining("there is no table t");
      update("CREATE TABLE t (a VARCHAR)");
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
    assertThat(rows("SELECT a FROM t")).containsExactly(asList("1"));
  }

  @Test
  void readOnlyConnectionsRefuseChanges() throws SQLException {
    update("CREATE TABLE t (a INTEGER)");
    connection.setReadOnly(true);
    for (String sql :
        List.of("INSERT INTO t VALUES (1)", "DROP TABLE t", "CREATE TABLE u (a INTEGER)")) {
      assertThatThrownBy(() -> update(sql))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
    }
    assertThat(rows("SELECT a FROM t")).isEmpty();
  }
}
