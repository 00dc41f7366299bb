package dev.paceline.calcite.jdbc;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.PlanCache;
import dev.paceline.calcite.session.Session;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parameters and the plan cache. */
class PreparedStatementTest extends JdbcTest {
  @BeforeEach
  void fill() throws SQLException {
    update("CREATE TABLE t (i INTEGER, p DECIMAL(10, 2), s VARCHAR(5), d DATE)");
    update(
        "INSERT INTO t VALUES (1, 1.00, 'a', DATE '2024-01-01'), (2, 2.50, 'b', DATE"
            + " '2024-02-01'), (3, NULL, NULL, NULL)");
  }

  private java.util.List<java.util.List<String>> query(String sql, Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return rows(statement.executeQuery());
    }
  }

  @Test
  void bindsValues() throws SQLException {
    assertThat(query("SELECT i FROM t WHERE i = ?", 2)).containsExactly(asList("2"));
    assertThat(query("SELECT i FROM t WHERE s = ?", "b")).containsExactly(asList("2"));
    assertThat(query("SELECT i FROM t WHERE p > ?", new BigDecimal("1.5")))
        .containsExactly(asList("2"));
    assertThat(query("SELECT i FROM t WHERE d >= ?", LocalDate.of(2024, 2, 1)))
        .containsExactly(asList("2"));
    assertThat(query("SELECT i FROM t WHERE d = ?", java.sql.Date.valueOf("2024-01-01")))
        .containsExactly(asList("1"));
    assertThat(query("SELECT i FROM t WHERE d = ?", "2024-01-01")).containsExactly(asList("1"));
    assertThat(query("SELECT i FROM t WHERE i = ?", (Object) null)).isEmpty();
  }

  @Test
  void comparesValuesThatTheColumnCannotHold() throws SQLException {
    assertThat(query("SELECT i FROM t WHERE p > ?", new BigDecimal("2.495")))
        .containsExactly(asList("2"));
    assertThat(query("SELECT i FROM t WHERE p = ?", new BigDecimal("2.499"))).isEmpty();
    assertThat(query("SELECT i FROM t WHERE i > ?", 1.5)).hasSize(2);
    assertThat(query("SELECT i FROM t WHERE i < ?", 1L << 40)).hasSize(3);
    assertThat(query("SELECT i FROM t WHERE s < ?", "a longer text")).containsExactly(asList("1"));
  }

  @Test
  void takesTypesFromValuesWhereTheStatementTellsNone() throws SQLException {
    assertThat(query("SELECT ?", "text")).containsExactly(asList("text"));
    assertThat(query("SELECT ?", 5L)).containsExactly(asList("5"));
    assertThat(query("SELECT ?", LocalDate.of(2024, 1, 1))).containsExactly(asList("2024-01-01"));
    try (PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
      assertThatThrownBy(() -> statement.getParameterMetaData())
          .hasMessageContaining("write CAST(? AS type)");
    }
  }

  @Test
  void demandsAllValues() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT i FROM t WHERE i = ? AND s = ?")) {
      statement.setInt(1, 1);
      assertThatThrownBy(statement::executeQuery)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("07001"))
          .hasMessageContaining("parameter 2 of 2 has no value");
      assertThatThrownBy(() -> statement.setInt(3, 1))
          .hasMessageContaining("there is no parameter 3: the statement has 2");
      statement.setNull(2, Types.VARCHAR);
      assertThat(rows(statement.executeQuery())).isEmpty();
      statement.setString(2, "a");
      assertThat(rows(statement.executeQuery())).hasSize(1);
      statement.clearParameters();
      assertThatThrownBy(statement::executeQuery).hasMessageContaining("parameter 1 of 2");
    }
  }

  @Test
  void describesItself() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT p, i + 1 FROM t WHERE d = ? AND p < ?")) {
      assertThat(statement.getMetaData().getColumnCount()).isEqualTo(2);
      assertThat(statement.getMetaData().getColumnLabel(2)).isEqualTo("i + 1");
      assertThat(statement.getMetaData().getTableName(1)).isEqualTo("t");
      assertThat(statement.getParameterMetaData().getParameterType(1)).isEqualTo(Types.DATE);
      assertThat(statement.getParameterMetaData().getParameterType(2)).isEqualTo(Types.DECIMAL);
    }
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (s) VALUES (?)")) {
      assertThat(insert.getMetaData()).isNull();
      assertThat(insert.getParameterMetaData().getParameterType(1)).isEqualTo(Types.VARCHAR);
      assertThat(insert.getParameterMetaData().getPrecision(1)).isEqualTo(5);
      assertThatThrownBy(insert::executeQuery).hasMessageContaining("needs a query");
    }
  }

  private PlanCache.Statistics statistics() throws SQLException {
    return connection.unwrap(Session.class).planCacheStatistics();
  }

  @Test
  void plansTheSameTextOnce() throws SQLException {
    String sql = "SELECT i FROM t WHERE i = 1";
    rows(sql);
    PlanCache.Statistics before = statistics();
    rows(sql);
    rows(sql);
    assertThat(statistics().hits() - before.hits()).isEqualTo(2);
    assertThat(statistics().misses()).isEqualTo(before.misses());
  }

  @Test
  void plansAnewWhenTheTableIsAnother() throws SQLException {
    String sql = "SELECT * FROM t";
    assertThat(rows(sql)).hasSize(3);
    update("DROP TABLE t");
    assertThatThrownBy(() -> rows(sql)).hasMessageContaining("there is no table t");
    update("CREATE TABLE t (other VARCHAR)");
    update("INSERT INTO t VALUES ('x')");
    assertThat(rows(sql)).containsExactly(asList("x"));
  }

  @Test
  void plansAnewWhenTheTableHasGrownMuch() throws SQLException {
    String sql = "SELECT i FROM t WHERE i = 1";
    rows(sql);
    PlanCache.Statistics before = statistics();
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (i) VALUES (?)")) {
      for (int i = 0; i < 20_000; i++) {
        insert.setInt(1, -i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    rows(sql);
    assertThat(statistics().misses() - before.misses()).as("the insert and the query").isEqualTo(2);
  }
}
