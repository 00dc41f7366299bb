package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What EXPLAIN expects of conditions, whose truth a table tells by histograms and samples. */
class EstimatesTest extends JdbcTest {
  @BeforeEach
  void makeTable() throws SQLException {
    update("CREATE TABLE digit (d INTEGER NOT NULL)");
    update("INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
    update(
        "CREATE TABLE t AS SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d AS n, CASE WHEN a.d = 0"
            + " THEN 'blue ' ELSE 'green ' END || CAST(b.d AS VARCHAR) AS s FROM digit a, digit b,"
            + " digit c, digit e");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n < 2500 | 2500",
        "n BETWEEN 100 AND 199 | 100",
        "s LIKE '%lue%' | 1000",
        "s NOT LIKE '%lue%' | 9000",
        "s LIKE '%n 3' | 900",
        "s BETWEEN 'blue 2' AND 'blue 4' | 300",
        "s LIKE 'green%' | 9000",
        "s LIKE 'green#%' ESCAPE '#' | 0",
        "starts_with(s, 'green') | 9000",
        "contains(s, 'lue') | 1000",
        "strpos(s, 'lue') = 0 | 9000",
        "ends_with(s, 'n 3') | 900",
        "n < 5000 AND s LIKE '%ue 1' | 50"
      })
  void areCloseToTheTruth(String condition, double rows) throws SQLException {
    String plan = rows("EXPLAIN SELECT * FROM t WHERE " + condition).getFirst().getFirst();
    Matcher estimate = Pattern.compile("rows=\\[([0-9]+)\\]").matcher(plan);
    assertThat(estimate.find()).as(plan).isTrue();
    assertThat(Double.parseDouble(estimate.group(1)))
        .as(plan)
        .isBetween(rows / 1.5 - 2, rows * 1.5 + 2);
  }

  /** A join with a union is estimated by the keys of the inputs, and so is a group by them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FROM (SELECT n FROM t UNION ALL SELECT n FROM t WHERE n < 5000) u"
            + " JOIN digit ON u.n = digit.d | PacelineHashJoin | 15",
        "SELECT k, count(*) FROM (SELECT n % 10 AS m, 'a' AS k FROM t UNION ALL SELECT n, 'b' FROM"
            + " t UNION ALL SELECT n, 'c' FROM t) u GROUP BY k | PacelineAggregate | 3"
      })
  void unionsHaveTheColumnsOfTheirInputs(String sql, String operator, double rows)
      throws SQLException {
    String plan = rows("EXPLAIN " + sql).getFirst().getFirst();
    Matcher estimate = Pattern.compile(operator + "\\(.*?rows=\\[([0-9]+)\\]").matcher(plan);
    assertThat(estimate.find()).as(plan).isTrue();
    assertThat(Double.parseDouble(estimate.group(1))).as(plan).isBetween(rows / 2, rows * 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UNION ALL", "UNION", "EXCEPT", "INTERSECT"})
  void joinsFilterTheScansBelowSetOperations(String operation) throws SQLException {
    String plan =
        rows(
                "EXPLAIN ANALYZE SELECT * FROM (SELECT n FROM t "
                    + operation
                    + " SELECT n FROM t WHERE n > 3 "
                    + operation
                    + " SELECT n FROM t WHERE s < 'z') u JOIN digit ON u.n = digit.d WHERE d > 6")
            .stream()
            .map(row -> row.getFirst())
            .collect(Collectors.joining("\n"));
    assertThat(
            plan.lines()
                .filter(line -> line.contains("columns=[[n") && line.contains("actualRows=[3]"))
                .count())
        .as(plan)
        .isEqualTo(3);
  }
}
