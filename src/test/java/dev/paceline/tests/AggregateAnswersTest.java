package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates of the registry and those that need all values of a group, against DuckDB. */
@WithoutC2
class AggregateAnswersTest {
  private static final int ROWS = 5000;

  private static Connection ours;
  private static Connection theirs;

  @BeforeAll
  static void fill() throws SQLException {
    ours = DriverManager.getConnection("jdbc:paceline:mem:;workers=3");
    theirs = DriverManager.getConnection("jdbc:duckdb:");
    Random random = new Random(7);
    StringBuilder rows = new StringBuilder();
    for (int id = 0; id < ROWS; id++) {
      rows.append(id == 0 ? "" : ", ")
          .append(
              "(%d, %s, %s, %s, %s, %s)"
                  .formatted(
                      id,
                      orNull(random, Integer.toString(random.nextInt(7))),
                      orNull(random, Integer.toString(random.nextInt(40) - 20)),
                      orNull(random, (random.nextInt(2000) - 1000) / 8.0 + "e0"),
                      orNull(random, random.nextInt(100000) - 50000 + ".25"),
                      orNull(random, "'s" + random.nextInt(30) + "é'")));
    }
    for (Connection connection : List.of(ours, theirs)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            "CREATE TABLE t (id INTEGER, g INTEGER, i INTEGER, f DOUBLE, d DECIMAL(12, 2), s"
                + " VARCHAR)");
        statement.execute("INSERT INTO t VALUES " + rows);
      }
    }
  }

  private static String orNull(Random random, String value) {
    return random.nextInt(8) == 0 ? "NULL" : value;
  }

  @AfterAll
  static void close() throws SQLException {
    ours.close();
    theirs.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "corr(f, i)",
        "covar_pop(f, d)",
        "covar_samp(f, i)",
        "regr_avgx(f, i)",
        "regr_avgy(f, i)",
        "regr_count(f, i)",
        "regr_intercept(f, i)",
        "regr_r2(f, i)",
        "regr_slope(f, d)",
        "regr_sxx(f, i)",
        "regr_sxy(f, i)",
        "regr_syy(f, i)",
        "skewness(f)",
        "skewness(DISTINCT i)",
        "kurtosis(d)",
        "kurtosis_pop(f)",
        "sem(f)",
        "product(1 + f / 1000)",
        "median(f)",
        "median(i)",
        "median(DISTINCT i)",
        "quantile_cont(f, 0.3)",
        "quantile_disc(i, 0.3)",
        "quantile_disc(s, 0.9)",
        "quantile_disc(DISTINCT s, 0.5)",
        "quantile_cont(d, 0)",
        "quantile_cont(d, 1)",
        "percentile_cont(0.25) WITHIN GROUP (ORDER BY f)",
        "percentile_cont(0.25) WITHIN GROUP (ORDER BY f DESC)",
        "percentile_disc(0.25) WITHIN GROUP (ORDER BY i)",
        "string_agg(s, ',' ORDER BY id)",
        "string_agg(s, ',' ORDER BY s DESC, id)",
        "string_agg(DISTINCT s, '-' ORDER BY s)",
        "string_agg(s, '' ORDER BY id)",
        "listagg(s, ';' ORDER BY id)",
        "arg_min(id, i * 100000 + id)",
        "arg_max(s, i * 100000 + id)",
        "max_by(id, id)",
        "min_by(s, id)",
        "first(i ORDER BY id)",
        "last(s ORDER BY id)",
        "count(DISTINCT i)",
      })
  void givesTheAnswersOfDuckDb(String call) throws SQLException {
    compare("SELECT g, " + call + " FROM t GROUP BY g ORDER BY g");
    compare("SELECT " + call + " FROM t");
    compare("SELECT " + call + " FROM t WHERE id < 0");
    compare("SELECT g, " + call + " FROM t WHERE id = 4 OR id = 5 GROUP BY g ORDER BY g");
    compare(
        "SELECT g, "
            + call
            + " FILTER (WHERE i > 0), SUM(i), COUNT(*) FROM t GROUP BY g"
            + " ORDER BY g");
    compare(
        "SELECT g, p, "
            + call
            + ", GROUPING(g, p) FROM (SELECT *, i > 0 AS p FROM t) AS t GROUP BY"
            + " ROLLUP (g, p) ORDER BY 4, 1, 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "corr(f, i) OVER (PARTITION BY g)",
        "covar_samp(f, i) OVER (PARTITION BY g ORDER BY id)",
        "regr_slope(f, i) OVER (PARTITION BY g ORDER BY id ROWS BETWEEN 5 PRECEDING AND CURRENT"
            + " ROW)",
        "skewness(f) OVER (PARTITION BY g ORDER BY id)",
        "median(f) OVER (PARTITION BY g)",
        "quantile_disc(i, 0.25) OVER (PARTITION BY g)",
        "mode(s) OVER (PARTITION BY id)",
        "arg_max(id, id) OVER (PARTITION BY g)",
        "string_agg(s, ',' ORDER BY id) OVER (PARTITION BY g)",
      })
  void givesTheAnswersOfDuckDbAsWindowFunctions(String call) throws SQLException {
    compare("SELECT id, " + call + " FROM t WHERE id < 300 ORDER BY id");
  }

  @Test
  void returnsTheMostFrequentValue() throws SQLException {
    compare(
        "SELECT g, mode(v) FROM (SELECT g, i // 8 + 0 * id AS v FROM t WHERE i BETWEEN 0 AND 10)"
            + " AS u GROUP BY g ORDER BY g");
    assertThat(rows(ours, "SELECT mode() WITHIN GROUP (ORDER BY x) FROM (VALUES 2, 1, 1, 2) v(x)"))
        .containsExactly("1");
  }

  @Test
  void ordersByWithinGroup() throws SQLException {
    assertThat(
            rows(
                ours,
                "SELECT g, listagg(s, ';') WITHIN GROUP (ORDER BY id DESC) FROM t GROUP BY g ORDER"
                    + " BY g"))
        .isEqualTo(
            rows(
                theirs,
                "SELECT g, string_agg(s, ';' ORDER BY id DESC) FROM t GROUP BY g ORDER BY g"));
  }

  @Test
  void readsCorrelatedAndSharedRows() throws SQLException {
    compare(
        "SELECT g, (SELECT median(u.i) FROM t AS u WHERE u.g = v.g) FROM (SELECT DISTINCT g FROM t)"
            + " AS v ORDER BY g");
    compare(
        "WITH m AS (SELECT g, median(i) AS m FROM t GROUP BY g) SELECT a.g, a.m, b.m FROM m AS a"
            + " JOIN m AS b ON a.g = b.g ORDER BY a.g");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "median(i)",
        "string_agg(s, ',' ORDER BY id)",
        "quantile_disc(s, 0.2)",
        "corr(f, i)",
        "first(s ORDER BY id DESC)",
      })
  void sortsMoreThanFitsIntoMemory(String call) throws SQLException {
    String sql =
        "SELECT g, "
            + call
            + " FROM (SELECT (a.id * 7 + b.id) % 1000 AS g, a.id * 64 + b.id AS id, a.i + b.id AS"
            + " i, a.f, a.s FROM t AS a CROSS JOIN (SELECT id FROM t WHERE id < 40) AS b) AS u"
            + " GROUP BY g ORDER BY g";
    List<String> expected = rows(theirs, sql);
    try (Statement statement = ours.createStatement()) {
      statement.execute("SET query_memory = '4MB'");
      assertThat(rows(ours, sql)).isEqualTo(expected);
      String figures = String.join("\n", rows(ours, "EXPLAIN ANALYZE " + sql));
      if (!call.startsWith("corr")) {
        assertThat(figures).doesNotContain(" 0 bytes in temporary files");
      }
      statement.execute("RESET query_memory");
    }
  }

  @Test
  void refusesWhatItCannotCompute() {
    assertThatThrownBy(() -> rows(ours, "SELECT quantile_cont(i, 2) FROM t"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("from 0 to 1, not at 2");
    assertThatThrownBy(() -> rows(ours, "SELECT corr(DISTINCT f, i) FROM t"))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void computesOrderedAggregatesOverFrames() throws SQLException {
    compare(
        "SELECT id, string_agg(s, ',' ORDER BY s, id) OVER (ORDER BY id ROWS 5 PRECEDING) FROM t"
            + " ORDER BY id");
  }

  private static void compare(String sql) throws SQLException {
    assertThat(rows(ours, sql)).as(sql).isEqualTo(rows(theirs, sql));
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int column = 1; column <= columns; column++) {
          row.append(column == 1 ? "" : "|").append(text(result.getObject(column)));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  /**
   * Rounds a number to ten digits, because sums of doubles depend on their order. NaN becomes NULL:
   * DuckDB returns NaN where all values are equal, and PostgreSQL returns NULL.
   */
  private static String text(Object value) {
    if (value instanceof Double number && Double.isNaN(number)) {
      return "null";
    }
    if (value instanceof Double number && Double.isFinite(number)) {
      BigDecimal rounded = new BigDecimal(number).round(new MathContext(10));
      return rounded.abs().compareTo(new BigDecimal("1e-12")) < 0
          ? "0"
          : rounded.stripTrailingZeros().toPlainString();
    }
    return value instanceof Number number && !(value instanceof Double)
        ? text(number.doubleValue())
        : String.valueOf(value);
  }
}
