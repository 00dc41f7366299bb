package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for a constant part of a string are a LIKE of the scan. */
class StringTestPlansTest extends JdbcTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "contains(s, 'ab'); LIKE($1, _UTF-8'%ab%')",
        "strpos(s, 'ab') > 0; LIKE($1, _UTF-8'%ab%')",
        "position('ab' IN s) >= 1; LIKE($1, _UTF-8'%ab%')",
        "0 <> strpos(s, 'ab'); LIKE($1, _UTF-8'%ab%')",
        "NOT contains(s, 'ab'); NOT(LIKE($1, _UTF-8'%ab%'))",
        "1 > strpos(s, 'ab'); NOT(LIKE($1, _UTF-8'%ab%'))",
        "starts_with(s, 'ab'); LIKE($1, _UTF-8'ab%')",
        "ends_with(s, 'a%'); LIKE($1, _UTF-8'%a\\%', _UTF-8'\\')",
        "s LIKE 'a#%' ESCAPE '#'; LIKE($1, _UTF-8'a#%', _UTF-8'#')"
      })
  void runInTheScan(String condition, String predicate) throws SQLException {
    update("CREATE TABLE t (i INTEGER, s VARCHAR)");
    update("INSERT INTO t VALUES (1, 'ab'), (2, NULL)");
    String plan = rows("EXPLAIN SELECT i FROM t WHERE " + condition).getFirst().getFirst();
    assertThat(plan).contains("PacelineTableScan", "filter=[" + predicate + "]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "strpos(s, 'ab') > 1; POSITION",
        "strpos(s, s) > 0; POSITION",
        "starts_with(s, CAST(i AS VARCHAR)); STARTS_WITH",
        "contains(c, 'ab'); POSITION"
      })
  void othersStay(String condition, String function) throws SQLException {
    update("CREATE TABLE t (i INTEGER, s VARCHAR, c CHAR(3))");
    update("INSERT INTO t VALUES (1, 'ab', 'ab')");
    assertThat(rows("EXPLAIN SELECT i FROM t WHERE " + condition).getFirst().getFirst())
        .contains(function)
        .doesNotContain("LIKE");
  }
}
