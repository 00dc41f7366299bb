package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Window functions as statements write them: syntax, plans, parameters, errors, little memory. */
final class WindowFunctionsTest extends JdbcTest {
  @BeforeEach
  void fill() throws SQLException {
    update("CREATE TABLE t (g VARCHAR, i INTEGER, n DECIMAL(9, 2))");
    update(
        "INSERT INTO t VALUES ('a', 1, 1.50), ('a', 2, NULL), ('b', 3, 4.00), ('b', NULL, 5.25)");
  }

  private String column(String expression) throws SQLException {
    return rows("SELECT " + expression + " FROM t ORDER BY i").stream()
        .map(row -> String.valueOf(row.getFirst()))
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          count(*) OVER (ORDER BY g GROUPS 1 PRECEDING) | 2 2 4 4
          count(*) OVER (ORDER BY g GROUPS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) | 2 2 0 0
          sum(i) FILTER (WHERE i > 1) OVER (PARTITION BY g) | 2 2 3 3
          count(*) FILTER (WHERE n > 2) OVER () | 2 2 2 2
          lag(n) IGNORE NULLS OVER (ORDER BY i) | null 1.50 1.50 4.00
          lag(n IGNORE NULLS) OVER (ORDER BY i) | null 1.50 1.50 4.00
          first_value(n) RESPECT NULLS OVER (ORDER BY i DESC) | 5.25 5.25 5.25 5.25
          lag(i, 1, -1) OVER (ORDER BY i) | -1 1 2 3
          lag(i, NULLIF(i, 2), -1) OVER (ORDER BY i) | -1 null -1 null
          sum(DISTINCT i / 2) OVER (ORDER BY i) | 0 1 1 1
          avg(n) OVER () | 3.583333333333 3.583333333333 3.583333333333 3.583333333333
          sum(sum(i)) OVER (PARTITION BY g) + 0 * i | 3 3 3 null
          """)
  void expressions(String expression, String expected) throws SQLException {
    String grouped = expression.contains("sum(sum") ? " GROUP BY g, i" : "";
    String actual =
        grouped.isEmpty()
            ? column(expression)
            : rows("SELECT " + expression + " FROM t" + grouped + " ORDER BY i").stream()
                .map(row -> String.valueOf(row.getFirst()))
                .collect(Collectors.joining(" "));
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void namedWindowsExtendOthers() throws SQLException {
    assertThat(
            rows(
                "SELECT i, sum(i) OVER w, sum(i) OVER (w ROWS 1 PRECEDING) FROM t"
                    + " WHERE i > 0 WINDOW w AS (ORDER BY i) ORDER BY i"))
        .containsExactly(List.of("1", "1", "1"), List.of("2", "3", "3"), List.of("3", "6", "5"));
  }

  @Test
  void functionsOfOneSortShareIt() throws SQLException {
    String plan =
        rows("EXPLAIN SELECT rank() OVER (PARTITION BY g ORDER BY i), sum(n) OVER (PARTITION BY g),"
                + " lag(i) OVER (PARTITION BY g ORDER BY i, n), count(*) OVER () FROM t")
            .toString();
    assertThat(plan.split("PacelineWindow", -1)).hasSize(3);
    assertThat(plan).doesNotContain("Enumerable");
  }

  @Test
  void distancesAndArgumentsMayBeParameters() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT lag(i, CAST(? AS INTEGER)) OVER (ORDER BY i),"
                + " count(*) OVER (ORDER BY i ROWS CAST(? AS INTEGER) PRECEDING) FROM t"
                + " WHERE i > 0 ORDER BY i")) {
      statement.setInt(1, 2);
      statement.setInt(2, 1);
      try (ResultSet result = statement.executeQuery()) {
        assertThat(rows(result).toString()).isEqualTo("[[null, 1], [null, 2], [1, 2]]");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          list(DISTINCT i ORDER BY g) OVER (ORDER BY i) | with this ORDER BY over a window frame
          stddev(DISTINCT i) OVER (ORDER BY i ROWS 1 PRECEDING) | DISTINCT needs a window frame
          """)
  void whatIsNotSupportedFailsWhenItIsPrepared(String expression, String message) {
    assertThatThrownBy(() -> connection.prepareStatement("SELECT " + expression + " FROM t"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(message)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("0AP01");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nth_value(i, i - 1) OVER (ORDER BY i) | row number of NTH_VALUE must be at least 1
          count(*) OVER (ORDER BY i ROWS i - 2 PRECEDING) | must not be NULL or negative
          """)
  void badValuesFailWithAnErrorOfTheUser(String expression, String message) {
    assertThatThrownBy(() -> rows("SELECT " + expression + " FROM t WHERE i > 0 AND i <> 2"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(message);
  }

  @Test
  void rowsThatDoNotFitIntoMemoryGoThroughTemporaryFiles() throws SQLException {
    long rows = 200_000;
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, 1)")) {
      for (long i : LongStream.range(10, 10 + rows).toArray()) {
        insert.setString(1, "group " + i % 1_000);
        insert.setLong(2, i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    String query =
        "SELECT count(*), sum(r), sum(s) FROM (SELECT rank() OVER (PARTITION BY g ORDER BY i) AS r,"
            + " sum(n) OVER (PARTITION BY g ORDER BY i ROWS 2 PRECEDING) AS s FROM t WHERE i >="
            + " 10)";
    List<List<String>> expected = rows(query);
    update("SET query_memory = '1'");
    assertThat(rows(query)).isEqualTo(expected);
    long written =
        connection
            .unwrap(Session.class)
            .instance()
            .engine()
            .options()
            .temporaryStorage()
            .writtenBytes();
    assertThat(written).isPositive();
  }
}
