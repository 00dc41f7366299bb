package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Statements that are long, deep or wide have an answer or an error that says what to do. */
@Timeout(600)
class PlannerLimitsTest extends JdbcTest {
  @BeforeEach
  void fill() throws SQLException {
    update("CREATE TABLE t (id INTEGER, b VARCHAR)");
    update("INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, NULL)");
    update("CREATE TABLE u (k INTEGER)");
    update("INSERT INTO u VALUES (1), (2), (3)");
  }

  private static String joined(int count, IntFunction<String> item, String separator) {
    return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(separator));
  }

  private void assertValue(String sql, String expected) throws SQLException {
    assertThat(rows(sql).getFirst().getFirst())
        .as(sql.length() > 200 ? sql.substring(0, 200) : sql)
        .isEqualTo(expected);
  }

  private void assertError(String sql, ErrorCode code) {
    assertThatThrownBy(() -> rows(sql))
        .as(sql.length() > 200 ? sql.substring(0, 200) : sql)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(code.vendorCode()));
  }

  @Test
  void longChainsAreComputed() throws SQLException {
    assertValue("SELECT count(*) FROM t WHERE " + joined(5_000, i -> "id = " + i, " OR "), "3");
    assertValue(
        "SELECT count(*) FROM t WHERE " + joined(5_000, i -> "id <> " + (i + 2), " AND "), "1");
    assertValue("SELECT count(*) FROM t WHERE " + "NOT ".repeat(3_000) + "id = 1", "1");
    assertValue(
        "SELECT sum(CASE "
            + joined(3_000, i -> "WHEN id = " + i + " THEN " + i, " ")
            + " END)"
            + " FROM t",
        "6");
    assertValue(
        "SELECT count(*) FROM (" + joined(2_000, i -> "SELECT " + i + " AS x", " UNION ALL ") + ")",
        "2000");
    assertValue("SELECT " + "(".repeat(5_000) + "7" + ")".repeat(5_000), "7");
    assertValue("SELECT length(" + joined(3_000, i -> "'b'", " || ") + ")", "3000");
  }

  @Test
  void manyJoinsAreOrderedInParts() throws SQLException {
    for (int n : new int[] {59, 60, 61, 100}) {
      assertValue(
          "SELECT count(*) FROM "
              + joined(n, i -> "u u" + i, ", ")
              + " WHERE "
              + joined(n - 1, i -> "u" + i + ".k = u" + (i + 1) + ".k", " AND "),
          "3");
    }
  }

  @Test
  void nestedExistsAreSemiJoins() throws SQLException {
    String nested =
        joined(
            60,
            i ->
                "EXISTS (SELECT 1 FROM u u"
                    + i
                    + " WHERE u"
                    + i
                    + ".k = "
                    + (i == 0 ? "t.id" : "u" + (i - 1) + ".k"),
            " AND ");
    assertValue("SELECT count(*) FROM t WHERE " + nested + " AND u59.k <> 2" + ")".repeat(60), "2");
    assertValue(
        "SELECT count(*) FROM t WHERE EXISTS (SELECT 1 FROM u WHERE k = t.id AND NOT EXISTS ("
            + "SELECT 1 FROM u v WHERE v.k = u.k + 1))",
        "1");
  }

  @Test
  void limitsMayBeGreaterThanTables() throws SQLException {
    assertThat(rows("SELECT id FROM t LIMIT 2147483648")).hasSize(3);
  }

  @Test
  void longStringsAreReadInTimeThatTheirLengthExplains() throws SQLException {
    assertValue("SELECT length('" + "x".repeat(16_000_000) + "')", "16000000");
    assertValue("SELECT count(*) FROM t WHERE b <> '" + "x".repeat(4_000_000) + "'", "2");
  }

  @Test
  void functionsOfConstantsThatGrowAreLeftToTheEngine() throws SQLException {
    assertValue("SELECT count(*) FROM t WHERE repeat('a', 30000) LIKE '%a%a%b%a%c'", "0");
    assertValue("SELECT length(repeat('x', 16000000))", "16000000");
    for (String call :
        List.of(
            "repeat('x', 1000000000)",
            "repeat('x', 2147483647)",
            "repeat(b, 1000000000)",
            "lpad('x', 2000000000, 'ab')",
            "rpad(b, 2000000000, 'ab')",
            "replace(repeat('x', 1000000), 'x', repeat('y', 1000000))")) {
      assertError("SELECT " + call + " FROM t", ErrorCode.STRING_TOO_LONG);
    }
    assertThat(rows("EXPLAIN SELECT id FROM t WHERE id = 1 + 1").toString()).doesNotContain("+");
  }

  @Test
  void whatNestsTooDeepIsAnErrorOfTheUser() {
    assertError(
        "SELECT " + joined(2_000, i -> "id", " + ") + " FROM t", ErrorCode.INVALID_STATEMENT);
    assertError(
        "SELECT " + "abs(".repeat(5_000) + "id" + ")".repeat(5_000) + " FROM t",
        ErrorCode.INVALID_STATEMENT);
  }

  @Test
  void whatGrowsFasterThanItsTextHasALimit() throws SQLException {
    assertError(
        "WITH c0 AS (SELECT id FROM t)"
            + joined(
                12,
                i ->
                    ", c%d AS (SELECT a.id FROM c%d a JOIN c%d b ON a.id = b.id)"
                        .formatted(i + 1, i, i),
                "")
            + " SELECT count(*) FROM c12",
        ErrorCode.INVALID_STATEMENT);
    assertError(
        "WITH c0 AS (SELECT 1 AS x)"
            + joined(
                40,
                i ->
                    ", c%d AS (SELECT x FROM c%d UNION ALL SELECT x FROM c%d)"
                        .formatted(i + 1, i, i),
                "")
            + " SELECT count(*) FROM c40",
        ErrorCode.INVALID_STATEMENT);
    String keys = joined(40, i -> "id + " + i, ", ");
    assertError("SELECT 1 FROM t GROUP BY CUBE (" + keys + ")", ErrorCode.INVALID_STATEMENT);
    assertError(
        "SELECT 1 FROM t GROUP BY " + joined(13, i -> "ROLLUP (id + " + i + ")", ", "),
        ErrorCode.INVALID_STATEMENT);
    assertValue("SELECT count(*) FROM (SELECT 1 FROM t GROUP BY CUBE (id, b, id + 1))", "22");
  }

  @Test
  void rowsHaveALimitOfColumns() throws SQLException {
    assertValue("SELECT " + joined(1_000, i -> "id + " + i, ", ") + " FROM t ORDER BY id", "1");
    assertError(
        "SELECT " + joined(5_000, i -> "id AS c" + i, ", ") + " FROM t",
        ErrorCode.INVALID_STATEMENT);
    assertError("VALUES (" + joined(10_000, i -> "" + i, ", ") + ")", ErrorCode.INVALID_STATEMENT);
    assertError(
        "CREATE TABLE wide (" + joined(5_000, i -> "c" + i + " INTEGER", ", ") + ")",
        ErrorCode.INVALID_STATEMENT);
    update("CREATE TABLE wide (" + joined(2_500, i -> "c" + i + " INTEGER", ", ") + ")");
    assertError("SELECT * FROM wide a JOIN wide b ON a.c0 = b.c0", ErrorCode.INVALID_STATEMENT);
  }

  @Test
  void stringsHaveALimitOfBytes() throws SQLException {
    assertError("SELECT b || '" + "x".repeat(17_000_000) + "' FROM t", ErrorCode.STRING_TOO_LONG);
    assertError(
        "SELECT count(*) FROM t WHERE b = '" + "ä".repeat(9_000_000) + "'",
        ErrorCode.STRING_TOO_LONG);
  }

  @Test
  void momentsBeyondTheYearOfLiteralsAreComputed() throws SQLException {
    assertValue(
        "SELECT TIMESTAMP '9999-12-31 23:59:59' + INTERVAL '1' SECOND", "+10000-01-01 00:00:00");
    assertValue("SELECT DATE '9999-12-31' + INTERVAL '1' DAY", "+10000-01-01 00:00:00");
    assertValue("SELECT DATE '9999-12-31' + 1", "+10000-01-01");
  }

  @Test
  void deepStatementsBelowTheLimitAreComputed() throws SQLException {
    assertValue("SELECT sum(" + joined(300, i -> "id", " + ") + ") FROM t", "1800");
    assertValue("SELECT sum(" + "abs(".repeat(300) + "id" + ")".repeat(300) + ") FROM t", "6");
  }

  @Test
  void listsOfThousandsOfParametersAreComputed() throws SQLException {
    int count = 5_000;
    String list = "(" + joined(count, i -> "?", ", ") + ")";
    for (String sql :
        List.of(
            "SELECT count(*) FROM t WHERE id IN " + list,
            "SELECT 3 - count(*) FROM t WHERE id NOT IN " + list,
            "SELECT count(*) FROM t WHERE id + 1 IN " + list,
            "SELECT sum(CASE WHEN id IN " + list + " THEN 1 END) FROM t",
            "SELECT count(*) FROM t WHERE CAST(id AS VARCHAR) IN " + list)) {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 1; i <= count; i++) {
          statement.setInt(i, i + 1);
        }
        assertThat(rows(statement.executeQuery()))
            .as(sql.substring(0, 50))
            .containsExactly(List.of(sql.contains("+ 1") ? "3" : "2"));
      }
    }
  }

  @Test
  void hundredsOfKeysAndAggregatesAreComputed() throws SQLException {
    int count = 300;
    String numbers = joined(count, i -> "id + " + i, ", ");
    String strings = joined(count, i -> "b || '" + i + "'", ", ");
    assertValue("SELECT " + joined(count, i -> "sum(id + " + i + ")", ", ") + " FROM t", "6");
    assertValue("SELECT count(*) FROM (SELECT 1 FROM t GROUP BY " + numbers + ")", "3");
    assertValue("SELECT count(*) FROM (SELECT 1 FROM t GROUP BY " + strings + ")", "3");
    assertValue(
        "SELECT "
            + joined(count, i -> "count(DISTINCT id + " + i + ")", ", ")
            + ", "
            + joined(count, i -> "max(b || '" + i + "')", ", ")
            + " FROM t GROUP BY id",
        "1");
    assertValue("SELECT id FROM t ORDER BY " + numbers + ", " + strings, "1");
  }
}
