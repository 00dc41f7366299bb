package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.session.Session;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
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
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How queries share the workers, and how to see and end them. */
class SchedulingTest extends JdbcTest {
  private static final String URL = "jdbc:paceline:mem:scheduling;memory=512m;workers=2";
  private static final String SCHEDULER =
      "SELECT scheduling_policy, active_workers FROM paceline.scheduler";
  private static final int RUNS = 20;
  private static final String LONG_QUERY =
      "SELECT count(*), sum(a.i * b.i) FROM t a JOIN t b ON a.i < b.i";

  @BeforeEach
  @Override
  void connect() throws SQLException {
    connection = DriverManager.getConnection(URL);
    update("CREATE TABLE t AS SELECT i FROM (" + numbers(200) + ") AS n (i)");
  }

  private static String numbers(int count) {
    StringBuilder values = new StringBuilder("VALUES (0)");
    for (int i = 1; i < count; i++) {
      values.append(", (").append(i).append(')');
    }
    return values.toString();
  }

  @Test
  void optionsHoldForAllSessionsButThePriority() throws SQLException {
    assertThat(rows(SCHEDULER)).containsExactly(List.of("stride", "2"));
    for (SchedulingPolicyKind kind : SchedulingPolicyKind.values()) {
      update("SET scheduling_policy = " + kind.sqlName());
      assertThat(rows(SCHEDULER)).containsExactly(List.of(kind.sqlName(), "2"));
    }
    update("SET workers = 1");
    update("SET priority = 7");
    try (Connection other =
        DriverManager.getConnection(URL + ";schedulingPolicy=fair;priority=3")) {
      assertThat(rows(SCHEDULER)).containsExactly(List.of("fair", "1"));
      assertThat(other.unwrap(Session.class).resources().priority()).isEqualTo(3);
    }
    assertThat(connection.unwrap(Session.class).resources().priority()).isEqualTo(7);
    update("RESET scheduling_policy");
    update("SET workers = 3");
    assertThat(rows("SELECT workers, active_workers FROM paceline.scheduler"))
        .containsExactly(List.of("3", "3"));
    update("RESET workers");
    update("RESET priority");
    assertThat(rows(SCHEDULER)).containsExactly(List.of("stride", "2"));
    assertThat(connection.unwrap(Session.class).resources().priority()).isEqualTo(1);
  }

  @Test
  void valuesThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> update("SET scheduling_policy = lucky"))
        .hasMessageContaining("scheduling_policy is one of stride, fair")
        .hasMessageContaining("'lucky'");
    assertThatThrownBy(() -> update("SET priority = 0"))
        .hasMessageContaining("priority is a whole number from 1 on, not '0'");
    assertThatThrownBy(() -> update("SET workers = 0")).hasMessageContaining("from 1 to 1024");
    assertThatThrownBy(() -> update("SET worker = 3"))
        .hasMessageContaining("did you mean workers?");
    assertThatThrownBy(() -> DriverManager.getConnection(URL + ";priority=-1"))
        .hasMessageContaining("priority");
    assertThatThrownBy(() -> update("KILL 0")).hasMessageContaining("there is no query 0 to kill");
  }

  @Test
  void tracesAreEventsThatChromeDraws() throws Exception {
    assertThat(rows("SHOW TRACE")).hasSize(4);
    update("SET traced_orders = 1000");
    update("SET scheduling_seed = 7");
    assertThat(rows("SELECT count(*) AS \"a\\b\" FROM t")).containsExactly(List.of("200"));
    List<List<String>> lines = rows("show trace;");
    update("RESET traced_orders");
    update("RESET scheduling_seed");
    assertThat(lines.getFirst()).containsExactly("[");
    assertThat(lines.getLast()).containsExactly("]");
    List<String> events = lines.subList(3, lines.size() - 1).stream().map(List::getFirst).toList();
    assertThat(events).isNotEmpty();
    assertThat(events)
        .allMatch(
            event ->
                event.matches(
                    "\\{\"name\":\"query \\d+, pipeline \\d+: (run|finish|prepare)\","
                        + "\"cat\":\"order\",\"ph\":\"X\",\"pid\":1,\"tid\":[01],"
                        + "\"ts\":\\d+\\.\\d{3},\"dur\":\\d+\\.\\d{3},\"args\":\\{"
                        + "\"statement\":\".*\"\\}\\},?"));
    assertThat(events.getFirst()).contains("AS \\\"a\\\\b\\\"");
    assertThat(events.getLast()).doesNotEndWith(",");
  }

  /** Answers do not depend on the policy, nor on changing it and the workers all the time. */
  @Test
  void answersStayTheSameWhilePoliciesChange() throws Exception {
    List<List<String>> expected = rows(LONG_QUERY);
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 1; i <= 3; i++) {
        String url = URL + ";priority=" + i;
        all.add(
            threads.submit(
                () -> {
                  int runs = 0;
                  try (Connection own = DriverManager.getConnection(url);
                      Statement statement = own.createStatement()) {
                    for (; runs < RUNS; runs++) {
                      try (ResultSet result = statement.executeQuery(LONG_QUERY)) {
                        assertThat(rows(result)).isEqualTo(expected);
                      }
                    }
                  }
                  return runs;
                }));
      }
      Future<Integer> changes =
          threads.submit(
              () -> {
                int count = 0;
                try (Connection own = DriverManager.getConnection(URL);
                    Statement statement = own.createStatement()) {
                  while (!done.get()) {
                    SchedulingPolicyKind kind =
                        SchedulingPolicyKind.values()[count % SchedulingPolicyKind.values().length];
                    statement.execute("SET scheduling_policy = " + kind.sqlName());
                    statement.execute("SET workers = " + (1 + count % 2));
                    count++;
                  }
                }
                return count;
              });
      for (Future<Integer> each : all) {
        assertThat(each.get()).isEqualTo(RUNS);
      }
      done.set(true);
      assertThat(changes.get()).isPositive();
    }
  }

  @Test
  void runningQueriesAreShownAndKilled() throws Exception {
    assertThat(rows("SHOW QUERIES")).isEmpty();
    try (Connection other = DriverManager.getConnection(URL + ";priority=5");
        Statement statement = other.createStatement();
        ResultSet waiting =
            statement.executeQuery("SELECT a.i FROM t a, t b, t c WHERE a.i + b.i < c.i")) {
      assertThat(waiting.next()).isTrue();
      List<List<String>> shown = rows("/* all */ show queries ;");
      assertThat(shown).hasSize(1);
      List<String> query = shown.getFirst();
      assertThat(query.get(1)).startsWith("SELECT a.i FROM t a, t b, t c");
      assertThat(query.get(2)).isEqualTo("5");
      assertThat(Double.parseDouble(query.get(3))).isPositive();
      assertThat(Double.parseDouble(query.get(4))).isPositive();
      assertThat(Long.parseLong(query.get(5))).isPositive();
      assertThat(Long.parseLong(query.get(7))).isPositive();
      assertThat(Long.parseLong(query.get(8))).isGreaterThanOrEqualTo(Long.parseLong(query.get(7)));
      assertThat(query.get(9)).isEqualTo("0");
      update("ALTER QUERY " + query.getFirst() + " SET priority = 8");
      update("alter query " + query.getFirst() + " set workers=1;");
      List<String> altered = rows("SHOW QUERIES").getFirst();
      assertThat(altered.get(2)).isEqualTo("8");
      assertThat(altered.get(11)).isEqualTo("1");
      assertThatThrownBy(() -> update("ALTER QUERY " + query.getFirst() + " SET priority = 0"))
          .hasMessageContaining("priority is a whole number from 1 on, not '0'");
      assertThatThrownBy(() -> update("ALTER QUERY " + query.getFirst() + " SET color = 1"))
          .hasMessageContaining("priority and workers");
      assertThatThrownBy(() -> update("ALTER QUERY 0 SET priority = 1"))
          .hasMessageContaining("there is no query 0 to alter");
      update("KILL " + query.getFirst());
      assertThatThrownBy(
              () -> {
                while (waiting.next()) {
                  assertThat(waiting.getInt(1)).isNotNegative();
                }
              })
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("was ended by KILL " + query.getFirst());
    }
    assertThat(rows("SHOW QUERIES")).isEmpty();
    assertThat(rows("SELECT count(*) FROM t")).containsExactly(List.of("200"));
  }
}
