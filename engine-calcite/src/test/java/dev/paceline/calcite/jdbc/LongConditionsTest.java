package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Conditions of thousands of terms: IN and NOT IN lists, ORs, ANDs, BETWEENs of numbers, strings
 * and dates. Calcite's own rules take minutes for them, so the limit of time tells.
 */
@Timeout(600)
class LongConditionsTest extends JdbcTest {
  private static final int ROWS = 1_500;
  private static final int TERMS = 600;
  private static final LocalDate FIRST_DAY = LocalDate.of(2000, 1, 1);

  /** Row i: x = i or, every seventh, NULL; s, d, n and f say the same in other types. */
  @BeforeEach
  void fill() throws SQLException {
    update("CREATE TABLE t (i INTEGER, x BIGINT, s VARCHAR, d DATE, n DECIMAL(12, 2), f DOUBLE)");
    update(
        "INSERT INTO t VALUES "
            + list(
                ROWS,
                i ->
                    isNull(i)
                        ? "(" + i + ", NULL, NULL, NULL, NULL, NULL)"
                        : String.format(
                            "(%d, %d, 'v%d', DATE '%s', %d.5, %d.25)",
                            i, i, i, FIRST_DAY.plusDays(i), i, i)));
    update("CREATE TABLE u (k INTEGER)");
    update("INSERT INTO u VALUES " + list(ROWS, i -> "(" + i + ")"));
  }

  private static boolean isNull(int row) {
    return row % 7 == 3;
  }

  private static String list(int count, IntFunction<String> item) {
    return joined(count, item, ", ");
  }

  private static String joined(int count, IntFunction<String> item, String operator) {
    return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(operator));
  }

  private static long count(IntPredicate holds) {
    return IntStream.range(0, ROWS).filter(holds).count();
  }

  private static boolean listed(int row) {
    return !isNull(row) && row % 3 == 0 && row < 3 * TERMS;
  }

  private static boolean unlisted(int row) {
    return !isNull(row) && !listed(row);
  }

  @Test
  void longConditionsGiveTheRowsThatTheyDescribe() throws SQLException {
    Map<String, Long> expected = new LinkedHashMap<>();
    String numbers = list(TERMS, i -> "" + 3 * i);
    String texts = list(TERMS, i -> "'v" + 3 * i + "'");
    String days = list(TERMS, i -> "DATE '" + FIRST_DAY.plusDays(3L * i) + "'");
    long in = count(LongConditionsTest::listed);
    long notIn = count(LongConditionsTest::unlisted);
    expected.put("x IN (" + numbers + ")", in);
    expected.put("x NOT IN (" + numbers + ")", notIn);
    expected.put("NOT (x NOT IN (" + numbers + "))", in);
    expected.put("x NOT IN (" + numbers + ", NULL)", 0L);
    expected.put("x IN (" + numbers + ", NULL)", in);
    expected.put("s IN (" + texts + ")", in);
    expected.put("s NOT IN (" + texts + ")", notIn);
    expected.put("d IN (" + days + ")", in);
    expected.put("d NOT IN (" + days + ")", notIn);
    expected.put("n NOT IN (" + list(TERMS, i -> 3 * i + ".5") + ")", notIn);
    expected.put("f NOT IN (" + list(TERMS, i -> 3 * i + ".25") + ")", notIn);
    expected.put("x + 1 NOT IN (" + list(TERMS, i -> "" + (3 * i + 1)) + ")", notIn);
    expected.put("i = 4 OR x NOT IN (" + numbers + ") OR s IN (" + texts + ")", in + notIn);
    expected.put(joined(TERMS, i -> "x = " + 3 * i, " OR "), in);
    expected.put(joined(TERMS, i -> 3 * i + " <> x", " AND "), notIn);
    expected.put(
        joined(TERMS, i -> "x BETWEEN " + 10 * i + " AND " + (10 * i + 2), " OR "),
        count(i -> !isNull(i) && i % 10 < 3));
    expected.put(
        joined(TERMS, i -> "x NOT BETWEEN " + 10 * i + " AND " + (10 * i + 2), " AND "),
        count(i -> !isNull(i) && i % 10 >= 3));
    expected.put(
        joined(TERMS, i -> "(x = " + i + " AND s = 'v" + i + "')", " OR "),
        count(i -> !isNull(i) && i < TERMS));
    expected.put(
        joined(TERMS, i -> (i % 2 == 0 ? "x = " : "i = ") + i, " OR "),
        count(i -> i < TERMS && (i % 2 == 1 || !isNull(i))));
    expected.put(
        joined(200, i -> "s LIKE '%" + (i + 100) + "'", " OR "),
        count(i -> !isNull(i) && i % 1000 >= 100 && i % 1000 < 300));
    expected.put(
        joined(TERMS, i -> "x + " + i + " <> " + 2 * i, " AND "),
        count(i -> !isNull(i) && i >= TERMS));
    expected.put(
        "(x, s) IN (" + list(TERMS, i -> "(" + i + ", 'v" + i + "')") + ")",
        count(i -> !isNull(i) && i < TERMS));
    expected.put(
        "CASE WHEN x IN (" + numbers + ") THEN 1 WHEN x NOT IN (" + numbers + ") THEN 2 END = 2",
        notIn);
    for (Map.Entry<String, Long> condition : expected.entrySet()) {
      String text = condition.getKey();
      assertThat(rows("SELECT count(*) FROM t WHERE " + text))
          .as(text.length() > 100 ? text.substring(0, 100) : text)
          .isEqualTo(List.of(List.of("" + condition.getValue())));
    }
  }

  @Test
  void longListsMayStandInJoins() throws SQLException {
    String numbers = list(TERMS, i -> "" + 3 * i);
    assertThat(rows("SELECT count(*) FROM t JOIN u ON i = k AND x NOT IN (" + numbers + ")"))
        .isEqualTo(List.of(List.of("" + count(LongConditionsTest::unlisted))));
    assertThat(
            rows(
                "SELECT count(*), count(k) FROM t LEFT JOIN u ON i = k AND x NOT IN ("
                    + numbers
                    + ")"))
        .isEqualTo(List.of(List.of("" + ROWS, "" + count(LongConditionsTest::unlisted))));
    assertThat(
            rows(
                "SELECT count(*) FROM t WHERE EXISTS (SELECT 1 FROM u WHERE k = i AND k NOT IN ("
                    + numbers
                    + "))"))
        .isEqualTo(List.of(List.of("" + count(i -> i % 3 != 0))));
  }

  @Test
  void notInIsUnknownForNullAndWhereTheListHasOne() throws SQLException {
    String numbers = list(TERMS, i -> "" + 3 * i);
    assertThat(
            rows(
                "SELECT i, x IN ("
                    + numbers
                    + "), x NOT IN ("
                    + numbers
                    + ", NULL)"
                    + " FROM t WHERE i < 5 ORDER BY i"))
        .isEqualTo(
            List.of(
                List.of("0", "true", "false"),
                java.util.Arrays.asList("1", "false", null),
                java.util.Arrays.asList("2", "false", null),
                java.util.Arrays.asList("3", null, null),
                java.util.Arrays.asList("4", "false", null)));
  }
}
