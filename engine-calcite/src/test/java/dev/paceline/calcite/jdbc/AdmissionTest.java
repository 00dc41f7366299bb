package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.Session;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a query needs, who waits for it, and what SQL tells and changes of that. */
@Timeout(60)
class AdmissionTest extends JdbcTest {
  private static final String URL = "jdbc:paceline:mem:admission;memory=256m;workers=2";

  /** Two million rows, of which the client reads none at first. */
  private static final String CURSOR = "SELECT a.i, b.i FROM t a, t b, t c WHERE c.i < 50";

  private static final String GROUPS =
      "SELECT count(*) FROM (SELECT a.i * 1000 + b.i, count(*) FROM t a, t b GROUP BY a.i * 1000 +"
          + " b.i)";

  @BeforeEach
  @Override
  void connect() throws SQLException {
    connection = DriverManager.getConnection(URL);
    StringBuilder values = new StringBuilder("VALUES (0)");
    for (int i = 1; i < 200; i++) {
      values.append(", (").append(i).append(')');
    }
    update("CREATE TABLE t AS SELECT i FROM (" + values + ") AS n (i)");
  }

  private List<String> needs(String sql) throws SQLException {
    String line = rows("EXPLAIN " + sql).getLast().getFirst();
    assertThat(line).matches("can use 2 workers, needs \\d+ to \\d+ bytes of memory");
    return List.of(line.replaceAll("[^0-9 ]", "").strip().split(" +"));
  }

  @Test
  void explainTellsWhatAQueryNeeds() throws SQLException {
    assertThat(needs("SELECT i FROM t WHERE i > 3")).containsExactly("2", "0", "0");
    // 200 rows, collected and combined, of nine bytes, and twenty to sort each
    assertThat(needs("SELECT i FROM t ORDER BY i")).containsExactly("2", "7600", "7600");
    // 40,000 groups of two numbers, twice; two workers write 32 pages each if they must
    List<String> groups = needs(GROUPS);
    assertThat(Long.parseLong(groups.get(2))).isBetween(2_000_000L, 20_000_000L);
    assertThat(Long.parseLong(groups.get(1)))
        .isLessThanOrEqualTo(Long.parseLong(groups.get(2)))
        .isPositive();
  }

  @Test
  void queriesShowTheirStateAndWhatTheyNeed() throws SQLException {
    try (Connection other = DriverManager.getConnection(URL + ";queryWorkers=1");
        Statement statement = other.createStatement();
        ResultSet cursor = statement.executeQuery(CURSOR + " ORDER BY 1, 2")) {
      assertThat(cursor.next()).isTrue();
      List<List<String>> shown =
          rows(
              "SELECT state, max_workers, memory_min_bytes, memory_max_bytes FROM"
                  + " paceline.queries");
      assertThat(shown).hasSize(1);
      assertThat(shown.getFirst().get(0)).isIn("running", "ended");
      assertThat(shown.getFirst().get(1)).isEqualTo("1");
      assertThat(Long.parseLong(shown.getFirst().get(2))).isPositive();
      assertThat(Long.parseLong(shown.getFirst().get(3)))
          .isGreaterThanOrEqualTo(Long.parseLong(shown.getFirst().get(2)));
    }
  }

  @Test
  void pipelinesShowHowFarTheyHaveCome() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet cursor = statement.executeQuery(CURSOR + " ORDER BY 1, 2")) {
      assertThat(cursor.next()).isTrue();
      List<List<String>> shown =
          rows(
              "SELECT pipeline, state, waits_for, steps, orders FROM paceline.pipelines"
                  + " WHERE query = (SELECT MIN(number) FROM paceline.queries) ORDER BY pipeline");
      int last = shown.size() - 1;
      assertThat(shown.get(0).get(3)).startsWith("scan t");
      assertThat(shown.subList(0, last))
          .allSatisfy(
              pipeline -> {
                assertThat(pipeline.get(1)).isEqualTo("done");
                assertThat(Long.parseLong(pipeline.get(4))).isPositive();
              });
      assertThat(shown.get(last).get(1)).isIn("running", "finishing", "done");
      assertThat(shown.get(last).get(2)).isEqualTo(String.valueOf(last - 1));
      assertThat(shown.get(last).get(3)).isEqualTo("sorted → result");
    }
  }

  @Test
  void optionsAreSetAndReset() throws SQLException {
    String usual = rows("SELECT admission_memory_bytes FROM paceline.scheduler").toString();
    update("SET admission_memory = '1MB'");
    assertThat(rows("SELECT admission_memory_bytes FROM paceline.scheduler"))
        .containsExactly(List.of("1048576"));
    update("SET query_workers = 1");
    assertThat(connection.unwrap(Session.class).resources().workers()).isEqualTo(1);
    update("RESET query_workers");
    update("SET pinned_workers = true");
    assertThat(rows("SELECT pinned_workers FROM paceline.scheduler")).hasToString("[[true]]");
    assertThat(rows("SELECT COUNT(*) FROM t")).hasSize(1);
    update("RESET pinned_workers");
    assertThat(rows("SELECT pinned_workers FROM paceline.scheduler")).hasToString("[[false]]");
    assertThatThrownBy(() -> update("SET pinned_workers = 2"))
        .hasMessageContaining("pinned_workers is true or false, not '2'");
    assertThat(connection.unwrap(Session.class).resources().workers()).isGreaterThan(1);
    update("RESET admission_memory");
    assertThat(rows("SELECT admission_memory_bytes FROM paceline.scheduler")).hasToString(usual);
    DriverManager.getConnection(URL + ";admissionMemory=2MB").close();
    assertThat(rows("SELECT admission_memory_bytes FROM paceline.scheduler"))
        .containsExactly(List.of("2097152"));
    assertThatThrownBy(() -> update("SET query_workers = 0"))
        .hasMessageContaining("query_workers is a whole number from 1 on, not '0'");
    assertThatThrownBy(() -> update("SUSPEND 0"))
        .hasMessageContaining("there is no query 0 to suspend");
    assertThatThrownBy(() -> update("RESUME 0"))
        .hasMessageContaining("there is no query 0 to resume");
  }

  @Test
  void aHintGivesAQueryAPriorityOfItsOwn() throws SQLException {
    update("SET priority = 3");
    String hinted = CURSOR.replace("SELECT", "SELECT /*+ priority(8) */") + " ORDER BY 1";
    for (String sql :
        List.of(hinted, "WITH x AS (SELECT 1 AS number1) " + hinted, CURSOR + " ORDER BY 1")) {
      try (Statement statement = connection.createStatement();
          ResultSet cursor = statement.executeQuery(sql)) {
        assertThat(cursor.next()).isTrue();
        assertThat(rows("SELECT priority FROM paceline.queries"))
            .containsExactly(List.of(sql.contains("8") ? "8" : "3"));
      }
    }
    for (String wrong : List.of("0", "-1", "'high'", "1, 2")) {
      assertThatThrownBy(() -> rows("SELECT /*+ priority(" + wrong + ") */ i FROM t"))
          .isInstanceOf(SQLException.class);
    }
    update("INSERT INTO t SELECT /*+ priority(2) */ i FROM t WHERE i < 0");
  }

  @Test
  void aSuspendedQueryGoesOnWhereItWas() throws Exception {
    try (Connection other = DriverManager.getConnection(URL);
        Statement statement = other.createStatement();
        ResultSet cursor = statement.executeQuery(CURSOR)) {
      assertThat(cursor.next()).isTrue();
      String number = rows("SHOW QUERIES").getFirst().getFirst();
      update("SUSPEND " + number);
      assertThat(rows("SHOW QUERIES").getFirst().get(10)).isEqualTo("suspended");
      update(" /* now */ resume " + number + ";");
      assertThat(rows("SHOW QUERIES").getFirst().get(10)).isEqualTo("running");
      int rows = 1;
      while (cursor.next()) {
        rows++;
      }
      assertThat(rows).isEqualTo(200 * 200 * 50);
    }
  }

  /** Many clients, each with a cursor that it leaves open while it asks something else. */
  @Test
  void openCursorsAndScarceMemoryEndWell() throws Exception {
    List<List<String>> expected = rows(GROUPS);
    update("SET admission_memory = '3MB'");
    try (ExecutorService clients = Executors.newFixedThreadPool(6)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 1; i <= 6; i++) {
        String url = URL + ";priority=" + (1 + i % 3);
        all.add(
            clients.submit(
                () -> {
                  try (Connection own = DriverManager.getConnection(url);
                      Statement first = own.createStatement();
                      Statement second = own.createStatement()) {
                    for (int run = 0; run < 4; run++) {
                      try (ResultSet cursor = first.executeQuery(CURSOR);
                          ResultSet groups = second.executeQuery(GROUPS)) {
                        assertThat(rows(groups)).isEqualTo(expected);
                        assertThat(cursor.next()).isTrue();
                      }
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      update("RESET admission_memory");
    }
    assertThat(rows("SHOW QUERIES")).isEmpty();
  }
}
