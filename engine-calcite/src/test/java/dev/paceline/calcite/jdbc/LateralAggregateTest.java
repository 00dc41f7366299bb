package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Aggregates of correlated sub-queries that have no input: they give a row all the same. */
final class LateralAggregateTest extends JdbcTest {
  @BeforeEach
  void fill() throws SQLException {
    update("CREATE TABLE t (a INTEGER)");
    update("INSERT INTO t VALUES (1), (2), (3)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "SELECT t.a, s.n FROM t, LATERAL (SELECT max(a) AS n FROM t u WHERE u.a > t.a) s"
            + " | 1 3, 2 3, 3 null",
        "SELECT t.a, s.n FROM t, LATERAL (SELECT count(*) AS n FROM t u WHERE u.a > t.a) s"
            + " | 1 2, 2 1, 3 0",
        "SELECT t.a, s.n FROM t, LATERAL (SELECT coalesce(sum(a), -1) AS n FROM t u"
            + " WHERE u.a > t.a) s | 1 5, 2 3, 3 -1",
        "SELECT t.a, s.n, s.m FROM t, LATERAL (SELECT x.n, y.m FROM"
            + " (SELECT max(a) AS n FROM t u WHERE u.a > t.a) x,"
            + " (SELECT min(a) AS m FROM t v WHERE v.a < t.a) y) s"
            + " | 1 3 null, 2 3 1, 3 null 1",
        "SELECT t.a, s.n FROM t, LATERAL (SELECT max(a) AS n FROM t u WHERE u.a > t.a"
            + " HAVING max(a) IS NULL) s | 3 null",
        "SELECT t.a, s.n FROM t LEFT JOIN LATERAL (SELECT max(a) AS n FROM t u"
            + " WHERE u.a > t.a) s ON s.n = 3 | 1 3, 2 3, 3 null",
        "SELECT t.a, (SELECT coalesce(max(a), 0) FROM t u WHERE u.a > t.a) FROM t"
            + " | 1 3, 2 3, 3 0",
        "SELECT a FROM t WHERE EXISTS (SELECT max(a) FROM t u WHERE u.a > t.a) | 1, 2, 3",
        "SELECT a FROM t WHERE NOT EXISTS (SELECT max(a) FROM t u WHERE u.a > t.a) | -",
        "SELECT a FROM t WHERE a IN (SELECT coalesce(max(a), 3) FROM t u WHERE u.a > t.a) | 3",
        "SELECT a FROM t WHERE a NOT IN (SELECT max(a) FROM t u WHERE u.a > t.a) | 1, 2",
      })
  void givesARowWithoutInput(String sql, String expected) throws SQLException {
    String actual =
        rows(sql + " ORDER BY 1").stream()
            .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining(" ")))
            .collect(Collectors.joining(", "));
    assertThat(actual).as(sql).isEqualTo(expected == null ? "" : expected);
  }
}
