package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Parts of queries that occur several times: which of them are computed once, and what EXPLAIN
 * says.
 */
class SharedPlansTest extends JdbcTest {
  private static final String TOTALS =
      "WITH totals AS (SELECT k, sum(v) AS s, count(*) AS n, max(t) AS t FROM facts GROUP BY k) ";

  @BeforeEach
  void makeTable() throws SQLException {
    update("CREATE TABLE facts (id INTEGER NOT NULL, k INTEGER, v INTEGER, t VARCHAR)");
    update(
        "INSERT INTO facts SELECT a.x + 10 * b.x, b.x, a.x, 'text' FROM (VALUES 0, 1, 2, 3, 4, 5,"
            + " 6, 7, 8, 9) AS a(x), (VALUES 0, 1, 2, 3, 4, 5, 6, 7, 8, 9) AS b(x)");
  }

  private String plan(String sql) throws SQLException {
    return String.join("\n", rows("EXPLAIN " + sql).stream().map(List::getFirst).toList());
  }

  private static int count(String text, String part) {
    return text.split(part, -1).length - 1;
  }

  @Test
  void commonTableIsComputedOnce() throws SQLException {
    String sql = TOTALS + "SELECT count(*) FROM totals a JOIN totals b ON a.s = b.s";
    String plan = plan(sql);
    assertThat(count(plan, "PacelineShared\\(")).isEqualTo(2);
    assertThat(count(plan, "PacelineTableScan")).isEqualTo(1);
    assertThat(rows(sql)).containsExactly(List.of("100"));
  }

  @Test
  void columnsThatNobodyReadsAreNotComputed() throws SQLException {
    String plan = plan(TOTALS + "SELECT a.s FROM totals a JOIN totals b ON a.s = b.s");
    assertThat(plan).contains("PacelineShared").doesNotContain("COUNT").doesNotContain("MAX");
  }

  @Test
  void conditionsOfAllReadersApplyBelow() throws SQLException {
    String sql =
        TOTALS
            + "SELECT a.k, b.k, c.k FROM totals a, totals b, totals c WHERE a.k > 2 AND a.k < 9"
            + " AND b.k > 3 AND b.k < 9 AND c.k > 4 AND c.k < 9 AND a.n = b.n AND b.n = c.n AND"
            + " a.s = b.s AND b.s = c.s";
    String plan = plan(sql);
    assertThat(count(plan, "PacelineShared\\(")).isEqualTo(3);
    assertThat(plan).containsPattern("TableScan.*filter=\\[.*Sarg");
    assertThat(rows(sql)).hasSize(6 * 5 * 4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WITH f AS (SELECT k, v FROM facts WHERE v > 3) SELECT count(*) FROM f a JOIN f b ON"
            + " a.k = b.k",
        "SELECT count(*) FROM (SELECT k, sum(v + random()) AS s FROM facts GROUP BY k) a JOIN"
            + " (SELECT k, sum(v + random()) AS s FROM facts GROUP BY k) b ON a.s = b.s",
        TOTALS + "SELECT count(*) FROM totals",
        "SELECT (SELECT max(v) FROM facts b WHERE b.k = a.k), (SELECT max(v) FROM facts b WHERE"
            + " b.k = a.k) FROM facts a WHERE id < 3",
      })
  void otherPartsAreNotShared(String sql) throws SQLException {
    assertThat(plan(sql)).doesNotContain("PacelineShared");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WITH f AS (SELECT k, sum(v + random()) AS s FROM facts GROUP BY k) SELECT count(*) FROM"
            + " f a JOIN f b ON a.k = b.k WHERE a.s <> b.s",
        "WITH f AS (SELECT id, random() AS r FROM facts) SELECT count(*) FROM f a JOIN f b ON"
            + " a.id = b.id WHERE a.r <> b.r OR b.r NOT IN (SELECT r FROM f)",
      })
  void randomRowsOfACommonTableAreTheSameEverywhere(String sql) throws SQLException {
    assertThat(plan(sql)).contains("PacelineShared");
    assertThat(rows(sql)).containsExactly(List.of("0"));
  }

  @Test
  void readersWhoseKeysFilterComputeTheirOwnRows() throws SQLException {
    String sql =
        TOTALS
            + "SELECT a.s, b.s FROM totals a, totals b, facts f, facts g WHERE a.k = f.k AND f.id"
            + " = 3 AND b.k = g.k AND g.id = 47";
    assertThat(plan(sql)).doesNotContain("PacelineShared");
    assertThat(rows(sql)).containsExactly(List.of("45", "45"));
  }

  @Test
  void subQueriesAreSharedToo() throws SQLException {
    String sql =
        "SELECT (SELECT avg(s) FROM (SELECT k, sum(v) AS s FROM facts GROUP BY k)), count(*) FROM"
            + " (SELECT k, sum(v) AS s FROM facts GROUP BY k) WHERE s IN (SELECT s FROM (SELECT k,"
            + " sum(v) AS s FROM facts GROUP BY k))";
    assertThat(count(plan(sql), "PacelineShared\\(")).isEqualTo(3);
    assertThat(rows(sql).getFirst().getLast()).isEqualTo("10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INTERSECT", "EXCEPT", "UNION"})
  void comparedSetsAreComputedOnce(String operation) throws SQLException {
    String sql =
        "WITH c AS (SELECT a.k FROM facts a JOIN facts b ON a.v = b.v "
            + operation
            + " SELECT v FROM facts WHERE id > 5) SELECT count(*) FROM facts WHERE k IN (SELECT k"
            + " FROM c) OR v IN (SELECT k FROM c)";
    assertThat(count(plan(sql), "PacelineShared\\(")).isEqualTo(2);
    assertThat(plan(sql.replace(operation, "UNION ALL"))).doesNotContain("PacelineShared");
  }

  @Test
  void commonTablesMayReadCommonTables() throws SQLException {
    String sql =
        TOTALS
            + ", ranks AS (SELECT k, s, rank() OVER (ORDER BY k) AS r FROM totals) SELECT count(*)"
            + " FROM ranks a JOIN ranks b ON a.r = b.r + 1 JOIN totals c ON c.s = a.s";
    String plan = plan(sql);
    assertThat(plan).contains("plan=[1]").contains("plan=[2]");
    assertThat(count(plan, "PacelineTableScan")).isEqualTo(1);
    assertThat(rows(sql)).containsExactly(List.of("90"));
  }

  @Test
  void parametersKeepTheirValues() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "WITH t AS (SELECT k, sum(v) AS s FROM facts WHERE v < ? GROUP BY k) SELECT a.s, b.s,"
                + " ? FROM t a JOIN t b ON a.s = b.s AND a.k = b.k WHERE a.k < ? AND b.k < 100")) {
      for (int limit : new int[] {5, 2}) {
        statement.setInt(1, limit);
        statement.setString(2, "x");
        statement.setInt(3, 1);
        try (ResultSet result = statement.executeQuery()) {
          String sum = Integer.toString(limit * (limit - 1) / 2);
          assertThat(rows(result)).containsExactly(List.of(sum, sum, "x"));
        }
      }
    }
  }

  @Test
  void explainAnalyzeShowsTheSharedPartOnce() throws SQLException {
    String plan =
        String.join(
            "\n",
            rows(
                    "EXPLAIN ANALYZE "
                        + TOTALS
                        + "SELECT count(*) FROM totals a JOIN totals b ON a.s = b.s")
                .stream()
                .map(List::getFirst)
                .toList());
    assertThat(plan).containsPattern("PacelineShared\\(plan=\\[1\\], .*actualRows=\\[10\\]");
    assertThat(count(plan, "PacelineAggregate\\(group=\\[\\{0\\}\\]")).isEqualTo(1);
    assertThat(plan).contains("shared rows");
  }
}
