package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several statements in one text of {@link Statement#execute(String)}. */
class SeveralStatementsTest extends JdbcTest {
  /** Returns the results from the current one on: an update count, or the rows of a query. */
  private static List<Object> results(Statement statement, boolean rows) throws SQLException {
    List<Object> results = new ArrayList<>();
    boolean query = rows;
    while (query || statement.getUpdateCount() >= 0) {
      if (query) {
        List<String> values = new ArrayList<>();
        ResultSet result = statement.getResultSet();
        while (result.next()) {
          values.add(result.getString(1));
        }
        results.add(values);
      } else {
        results.add(statement.getUpdateCount());
      }
      query = statement.getMoreResults();
    }
    return results;
  }

  @Test
  void resultsComeOneAfterTheOther() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean rows =
          statement.execute(
              "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), (2);"
                  + " SELECT a FROM t ORDER BY a; -- the rest\n SELECT ';' || count(*) FROM t;");
      assertThat(rows).isFalse();
      assertThat(results(statement, rows)).containsExactly(0, 2, List.of("1", "2"), List.of(";2"));
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
    }
  }

  @Test
  void allAreExecutedAtOnceUpToTheOneThatFails() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.execute("SELECT 1; CREATE TABLE t (a INTEGER)")).isTrue();
      assertThat(count("SELECT count(*) FROM t")).isZero();
      assertThatThrownBy(
              () -> statement.execute("INSERT INTO t VALUES (1); SELECT 1 / 0; DROP TABLE t"))
          .isInstanceOf(SQLException.class);
      assertThat(count("SELECT count(*) FROM t")).isEqualTo(1);
    }
  }

  @Test
  void anotherExecutionForgetsWhatIsLeft() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1; SELECT 2; SELECT 3");
      assertThat(results(statement, statement.execute("SELECT 4"))).containsExactly(List.of("4"));
    }
  }

  @Test
  void aStatementThatClosesOnCompletionWaitsForTheLastResult() throws SQLException {
    Statement statement = connection.createStatement();
    statement.closeOnCompletion();
    statement.execute("SELECT 1; SELECT 2");
    statement.getResultSet().close();
    assertThat(statement.isClosed()).isFalse();
    assertThat(statement.getMoreResults()).isTrue();
    statement.getResultSet().close();
    assertThat(statement.isClosed()).isTrue();
  }

  private long count(String sql) throws SQLException {
    try (Statement other = connection.createStatement();
        ResultSet result = other.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    }
  }
}
