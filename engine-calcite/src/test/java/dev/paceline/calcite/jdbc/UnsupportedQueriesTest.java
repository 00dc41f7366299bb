package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the engine does not have fails when it is prepared, with its name. */
class UnsupportedQueriesTest {
  private static Connection connection;

  @BeforeAll
  static void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:paceline:mem:unsupported");
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (i INTEGER, s VARCHAR)");
    }
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT JSON_OBJECT('a': i ABSENT ON NULL) FROM t | JSON_OBJECT",
        "SELECT COLLECT(i) FROM t | MULTISET",
        "SELECT RAND() FROM t | RAND",
        "SELECT i FROM t GROUP BY i HAVING JSON_OBJECT('a': i ABSENT ON NULL) = '' | JSON_OBJECT",
      })
  void failsWhenItIsPrepared(String sql, String name) {
    assertThatThrownBy(() -> connection.prepareStatement(sql))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(name)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("0AP01");
  }
}
