package dev.paceline.calcite.jdbc;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.PlanCache;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.error.ErrorCode;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
  void castsCutStringsOfParameters() throws SQLException {
    assertThat(query("SELECT CAST(? AS VARCHAR(2))", "abc")).containsExactly(asList("ab"));
    assertThat(query("SELECT CAST(? AS VARCHAR(2))", 1234)).containsExactly(asList("12"));
    assertThat(query("SELECT CAST(? AS CHAR(2)) || '|'", "a")).containsExactly(asList("a |"));
    assertThat(query("SELECT CAST(? AS VARCHAR)", "abc")).containsExactly(asList("abc"));
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO t (s) VALUES (?), (upper('x'))")) {
      insert.setString(1, "123456");
      assertThatThrownBy(insert::executeUpdate).hasMessageContaining("does not fit VARCHAR(5)");
    }
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

  private void assertError(ErrorCode code, String sql, Object value) {
    assertThatThrownBy(() -> query(sql, value))
        .as("%s with %s", sql, value)
        .hasMessageContaining(value.toString())
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(code.vendorCode()));
  }

  @Test
  @Timeout(60)
  void numbersOfNoTypeAreErrorsOfTheUser() throws SQLException {
    for (String number : List.of("1e1000", "-1e39", "1e1000000000", "1e-1000", "1e-1000000000")) {
      BigDecimal value = new BigDecimal(number);
      assertError(ErrorCode.NUMERIC_OVERFLOW, "SELECT i FROM t WHERE i = ?", value);
      assertError(ErrorCode.NUMERIC_OVERFLOW, "SELECT i FROM t WHERE p < ?", value);
      assertError(ErrorCode.NUMERIC_OVERFLOW, "SELECT ?", value);
    }
    BigDecimal large = new BigDecimal("1e1000000000");
    assertError(ErrorCode.NUMERIC_OVERFLOW, "SELECT CAST(? AS VARCHAR)", large);
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (p) VALUES (?)")) {
      insert.setBigDecimal(1, large);
      assertThatThrownBy(insert::executeUpdate).hasMessageContaining("does not fit");
    }
    assertThat(query("SELECT CAST(? AS DOUBLE) > 1e300", large)).containsExactly(asList("true"));
    assertThat(query("SELECT i FROM t WHERE s = ?", new BigDecimal("1e1000"))).isEmpty();
  }

  @Test
  void limitAndOffsetTakeAnyNumberOfRows() throws SQLException {
    String query = "SELECT i FROM t ORDER BY i";
    // Calcite's generated code, too, which has numbers of 32 bits for both.
    for (String sql :
        List.of(query, query.replace("t ", "t WHERE s SIMILAR TO coalesce(s, '%') OR i = 3 "))) {
      for (long most : new long[] {3, 1L << 31, 1L << 32, Long.MAX_VALUE}) {
        assertThat(query(sql + " LIMIT ?", most)).hasSize(3);
        assertThat(query(sql + " OFFSET ?", most)).isEmpty();
        assertThat(query("SELECT count(*) FROM (" + sql + " LIMIT ?) x", most))
            .containsExactly(asList("3"));
      }
      assertThat(query(sql + " LIMIT ? OFFSET ?", 1, 1)).containsExactly(asList("2"));
      assertThat(query(sql + " LIMIT ?", 0)).isEmpty();
      assertThat(query(sql + " LIMIT ?", "2")).hasSize(2);
      for (String clause : List.of(" LIMIT ?", " OFFSET ?")) {
        assertError(ErrorCode.NUMERIC_OVERFLOW, sql + clause, 1.5);
        assertError(ErrorCode.NUMERIC_OVERFLOW, sql + clause, new BigDecimal("1E+30"));
        for (Object value : new Object[] {-1, Long.MIN_VALUE, null}) {
          assertThatThrownBy(() -> query(sql + clause, value))
              .hasMessageContaining("must not be NULL or negative");
        }
      }
    }
    assertThat(query(query + " LIMIT 9223372036854775808")).hasSize(3);
    assertThat(query(query + " LIMIT ? + 1 OFFSET 2 - ?", 1, 1))
        .containsExactly(asList("2"), asList("3"));
    assertThat(query(query + " LIMIT (SELECT max(i) FROM t WHERE i < ?)", 3)).hasSize(2);
    assertThat(query(query + " FETCH FIRST ? ROWS WITH TIES", 2)).hasSize(2);
    assertThatThrownBy(() -> query(query + " LIMIT ? - 2", 1))
        .hasMessageContaining("must not be negative");
    assertThat(query(query + " OFFSET 9223372036854775808")).isEmpty();
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
