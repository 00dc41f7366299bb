package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.experiment.EngineKnobs;
import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.core.exec.Technique;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups by the column that a table is sorted by, as long as it is. */
class SortedGroupsTest extends JdbcTest {
  private static final Pattern STREAMED = Pattern.compile("streamedGroups=\\[(\\d+)]");
  private static final int ROWS = 6001;

  /** Three rows a key; blocks of rows end in the middle of a key's. */
  private static long key(int row) {
    return row / 3 - 500L;
  }

  private static @Nullable Long value(int row) {
    return row % 11 == 0 ? null : (Long) (long) (row % 7 - 3);
  }

  @BeforeEach
  void makeTable() throws SQLException {
    fill(connection);
  }

  private static void fill(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (k BIGINT NOT NULL, v BIGINT)");
    }
    insert(connection, 0, 2000);
    insert(connection, 2000, 2001);
    insert(connection, 2001, ROWS);
  }

  private static void insert(Connection connection, int from, int to) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      for (int row = from; row < to; row++) {
        insert.setLong(1, key(row));
        insert.setObject(2, value(row), Types.BIGINT);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** Key, sum, least value and rows of each group, computed in the most obvious way. */
  private static List<List<String>> expected(IntPredicate wanted) {
    Map<Long, List<Integer>> groups = new TreeMap<>();
    for (int row = 0; row < ROWS; row++) {
      if (wanted.test(row)) {
        groups.computeIfAbsent(key(row), key -> new ArrayList<>()).add(row);
      }
    }
    List<List<String>> result = new ArrayList<>();
    groups.forEach(
        (key, rows) -> {
          Long sum = null;
          Long least = null;
          for (int row : rows) {
            Long value = value(row);
            if (value != null) {
              sum = sum == null ? value : (Long) (sum + value);
              least = least == null ? value : (Long) Math.min(least, value);
            }
          }
          result.add(
              Arrays.asList(
                  key.toString(),
                  sum == null ? null : sum.toString(),
                  least == null ? null : least.toString(),
                  String.valueOf(rows.size())));
        });
    return result;
  }

  /** Groups that were handed on early; -1 if that was not tried. */
  private static int streamed(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet plan = statement.executeQuery("EXPLAIN ANALYZE " + sql)) {
      String text = rows(plan).toString();
      Matcher matcher = STREAMED.matcher(text);
      return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 2048, 1980", "2, 2048, 1980", "3, 1000, 1900", "2, 90, 0", "2, 3, 0", "1, 1, 0"})
  void areTheSameAsEver(int workers, int batchRows, int leastStreamed) throws SQLException {
    try (Connection other =
        DriverManager.getConnection(
            "jdbc:paceline:mem:;workers=" + workers,
            EngineKnobs.DEFAULT.withBatchRows(batchRows).properties())) {
      fill(other);
      String from = " FROM t ";
      String select = "SELECT k, sum(v), min(v), count(*)" + from;
      assertThat(query(other, select + "GROUP BY k")).isEqualTo(expected(row -> true));
      assertThat(query(other, select + "WHERE v <> 2 GROUP BY k"))
          .isEqualTo(expected(row -> value(row) != null && value(row) != 2));
      assertThat(query(other, select + "WHERE k > 100 AND k < 103 GROUP BY k"))
          .isEqualTo(expected(row -> key(row) > 100 && key(row) < 103));
      assertThat(query(other, select + "WHERE v > 100 GROUP BY k")).isEmpty();
      assertThat(query(other, "SELECT DISTINCT k, 1, 2, 3 FROM t")).hasSize(ROWS / 3 + 1);
      assertThat(query(other, select + "GROUP BY k HAVING sum(v) > 5"))
          .isEqualTo(
              expected(row -> true).stream()
                  .filter(group -> group.get(1) != null && Long.parseLong(group.get(1)) > 5)
                  .toList());
      assertThat(query(other, select + "GROUP BY k LIMIT 40")).hasSize(40);
      assertThat(
              query(
                  other,
                  "SELECT a.k, a.s, b.s, a.n FROM (SELECT k, sum(v) AS s, count(*) AS n FROM t"
                      + " GROUP BY k) a JOIN (SELECT k, min(v) AS s FROM t GROUP BY k) b ON a.k ="
                      + " b.k"))
          .isEqualTo(expected(row -> true));
      assertThat(streamed(other, select + "GROUP BY k")).isGreaterThanOrEqualTo(leastStreamed);
    }
  }

  private static List<List<String>> query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<List<String>> rows = rows(result);
      rows.sort(
          (left, right) ->
              Long.compare(Long.parseLong(left.getFirst()), Long.parseLong(right.getFirst())));
      return rows;
    }
  }

  @Test
  void areKeptWhereTheyMayGoOnElsewhere() throws SQLException {
    String select = "SELECT k, sum(v), min(v), count(*) FROM t GROUP BY k";
    assertThat(streamed(connection, select)).isPositive();
    assertThat(streamed(connection, "SELECT v, count(*) FROM t GROUP BY v")).isEqualTo(-1);
    assertThat(streamed(connection, "SELECT k, v, count(*) FROM t GROUP BY k, v")).isEqualTo(-1);
    assertThat(streamed(connection, "SELECT k + 1, count(*) FROM t GROUP BY k + 1")).isEqualTo(-1);
    assertThat(streamed(connection, "SELECT k, count(DISTINCT v) FROM t GROUP BY k")).isEqualTo(-1);
    update("INSERT INTO t VALUES (0, 1)");
    assertThat(streamed(connection, select)).isEqualTo(-1);
    assertThat(query(connection, select)).hasSize(ROWS / 3 + 1);
  }

  @Test
  void fewKeysFindTheirRowsInSortedBlocks() throws SQLException {
    update("CREATE TABLE few (k BIGINT, near BIGINT)");
    update("INSERT INTO few VALUES (-500, 1), (166, 2), (167, 3), (1499, 4), (1500, 5), (77, 6)");
    update("INSERT INTO few VALUES (NULL, 7), (-501, 8), (1501, 9), (10000000000, 10)");
    String sql = "SELECT few.k, few.near, count(*) FROM t JOIN few ON t.k = few.k GROUP BY 1, 2";
    List<List<String>> expected =
        List.of(
            List.of("-500", "1", "3"),
            List.of("77", "6", "3"),
            List.of("166", "2", "3"),
            List.of("167", "3", "3"),
            List.of("1499", "4", "3"),
            List.of("1500", "5", "1"));
    assertThat(query(connection, sql)).isEqualTo(expected);
    try (Connection other =
        DriverManager.getConnection(
            "jdbc:paceline:mem:", EngineKnobs.DEFAULT.withBatchRows(5).properties())) {
      fill(other);
      try (Statement statement = other.createStatement()) {
        statement.execute("CREATE TABLE few AS SELECT k, count(*) AS near FROM t GROUP BY k");
        statement.execute("INSERT INTO few VALUES (-400, 1), (2000, 1)");
      }
      assertThat(query(other, "SELECT few.k, near FROM few JOIN t ON t.k = few.k WHERE near = 1"))
          .hasSize(4);
    }
  }

  @Test
  void canBeDoneWithoutStreams() throws SQLException {
    try (Connection other =
        DriverManager.getConnection(
            "jdbc:paceline:mem:",
            EngineKnobs.DEFAULT
                .withExperiment(new Experiment(Set.of(Technique.STREAM), null))
                .properties())) {
      fill(other);
      assertThat(streamed(other, "SELECT k, count(*) FROM t GROUP BY k")).isEqualTo(-1);
    }
  }
}
