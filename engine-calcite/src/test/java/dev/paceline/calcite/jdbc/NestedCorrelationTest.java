package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sub-queries in sub-queries over the same table, with columns of queries two levels up. */
class NestedCorrelationTest extends JdbcTest {
  @BeforeEach
  void fill() throws SQLException {
    update("CREATE TABLE t (id INTEGER)");
    update("INSERT INTO t VALUES (1), (2), (3)");
    update("CREATE TABLE u (k INTEGER)");
    update("INSERT INTO u VALUES (1), (2), (3)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EXISTS (SELECT 1 FROM u WHERE EXISTS (SELECT 1 FROM u v WHERE v.k = t.id + u.k)) | 1 2",
        "EXISTS (SELECT 1 FROM u WHERE u.k = t.id AND EXISTS"
            + " (SELECT 1 FROM u v WHERE v.k = t.id + u.k - 1)) | 1 2",
        "NOT EXISTS (SELECT 1 FROM u WHERE NOT EXISTS"
            + " (SELECT 1 FROM u v WHERE v.k <= t.id + u.k)) | 1 2 3",
        "EXISTS (SELECT 1 FROM u WHERE u.k = t.id AND NOT EXISTS"
            + " (SELECT 1 FROM u v WHERE v.k > t.id AND v.k > u.k)) | 3",
        "EXISTS (SELECT 1 FROM u WHERE u.k = t.id OR EXISTS"
            + " (SELECT 1 FROM u v WHERE v.k = t.id AND v.k > u.k)) | 1 2 3",
        "id NOT IN (SELECT k FROM u WHERE k IN"
            + " (SELECT v.k FROM u v WHERE v.k = t.id AND v.k < u.k)) | 1 2 3",
        "(SELECT count(*) FROM u WHERE k >"
            + " (SELECT min(v.k) FROM u v WHERE v.k >= t.id AND v.k <= u.k)) = 1 | 2",
        "(SELECT sum((SELECT count(*) FROM u v WHERE v.k >= t.id AND v.k <= u.k)) FROM u) > 1"
            + " | 1 2",
        "EXISTS (SELECT 1 FROM u WHERE u.k = t.id AND EXISTS (SELECT 1 FROM u v WHERE"
            + " v.k = t.id + u.k AND EXISTS (SELECT 1 FROM u w WHERE w.k = t.id + u.k + v.k - 2)))"
            + " | 1",
        "EXISTS (SELECT 1 FROM t b WHERE b.id = t.id AND EXISTS"
            + " (SELECT 1 FROM t c WHERE c.id = t.id + b.id - 1)) | 1 2"
      })
  void columnsOfOuterQueriesAreTheirOwn(String condition, String expected) throws SQLException {
    List<List<String>> rows = rows("SELECT id FROM t WHERE " + condition + " ORDER BY id");
    assertThat(rows.stream().map(List::getFirst).collect(Collectors.joining(" ")))
        .isEqualTo(expected);
  }

  /** The mark of a row whose key is NULL is false, so that its negation is true. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EXISTS (SELECT 1 FROM u WHERE k = x AND k < 2) OR EXISTS (SELECT 1 FROM u WHERE k = x"
            + " AND k > 2) | 1 3",
        "NOT (EXISTS (SELECT 1 FROM u WHERE k = x AND k < 2) OR EXISTS (SELECT 1 FROM u"
            + " WHERE k = x AND k > 5)) | null 3",
        "NOT (EXISTS (SELECT 1 FROM u WHERE k = x) AND x < 2) | null 3",
        "CASE WHEN EXISTS (SELECT 1 FROM u WHERE k = x AND k > 1) THEN FALSE ELSE TRUE END | null 1"
      })
  void marksOfNullsAreFalse(String condition, String expected) throws SQLException {
    update("CREATE TABLE n (x INTEGER)");
    update("INSERT INTO n VALUES (1), (NULL), (3)");
    List<List<String>> rows =
        rows("SELECT x FROM n WHERE " + condition + " ORDER BY x NULLS FIRST");
    assertThat(rows.stream().map(List::getFirst).collect(Collectors.joining(" ")))
        .isEqualTo(expected);
  }

  /** Several correlations in the inputs of joins and set operations, none inside another. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WITH r AS (SELECT id, (SELECT max(k) FROM u WHERE k <= t.id) AS m FROM t)"
            + " SELECT x.m + y.m FROM r x JOIN r y ON x.id = y.id | 2 4 6",
        "SELECT m - n FROM (SELECT id, (SELECT sum(k) FROM u WHERE k <= t.id) AS m FROM t) x JOIN"
            + " (SELECT id, (SELECT min(k) FROM u WHERE k >= t.id) AS n FROM t) y ON x.id = y.id"
            + " | 0 1 3",
        "SELECT (SELECT max(k) FROM u WHERE k < t.id) FROM t UNION ALL"
            + " SELECT (SELECT count(*) FROM u WHERE k < t.id) + 7 FROM t | null 1 2 7 8 9",
        "SELECT x.id FROM t x, LATERAL (SELECT max(k) AS m FROM u WHERE k < x.id) p, t y,"
            + " LATERAL (SELECT max(k) AS m FROM u WHERE k < y.id) q WHERE p.m = q.m | 2 3",
        "SELECT id FROM t WHERE id < ANY (SELECT k FROM u WHERE k >= t.id AND EXISTS"
            + " (SELECT 1 FROM u v WHERE v.k = u.k)) | 1 2"
      })
  void correlationsBesideEachOther(String sql, String expected) throws SQLException {
    assertThat(
            rows(sql).stream()
                .map(row -> String.valueOf(row.getFirst()))
                .sorted((a, b) -> a.equals("null") ? -1 : b.equals("null") ? 1 : a.compareTo(b))
                .collect(Collectors.joining(" ")))
        .isEqualTo(expected);
  }
}
