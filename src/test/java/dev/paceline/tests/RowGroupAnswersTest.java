package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.Paceline;
import dev.paceline.benchmarks.knobs.KnobUrl;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.error.Choice;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.storage.scan.ScanPolicyKind;
import dev.paceline.storage.table.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * TPC-H against DuckDB with tables of many row groups, so that workers really share scans: several
 * clients at once, each in an order of its own, under all scheduling and scan policies, in memory
 * and from files, with and without memory for the queries.
 */
final class RowGroupAnswersTest {
  private static final QuerySuite SUITE = new TpchSuite();
  private static final double SCALE = 0.005;
  private static final int CLIENTS = 3;
  private static final int[] ROW_GROUP_ROWS = {257, 1_000, 4_096};

  private static final List<Answer> EXPECTED = new ArrayList<>();

  @TempDir private Path folder;

  @BeforeAll
  static void askDuckDb() throws SQLException {
    try (Connection duckDb = DuckDbTables.inMemory(SUITE, SCALE)) {
      for (Query query : SUITE.queries(SCALE)) {
        EXPECTED.add(Answer.of(duckDb, query.sql()));
      }
    }
  }

  /**
   * Each value of each option, and most pairs of values.
   *
   * @param stored whether in a directory, through a pool that does not hold the tables
   * @param memory of each query
   */
  record Mix(
      SchedulingPolicyKind scheduling,
      ScanPolicyKind scans,
      boolean stored,
      String memory,
      int workers,
      int rowGroupRows,
      String unitOfTransfer) {
    String properties() {
      return ";schedulingPolicy="
          + Choice.nameOf(scheduling)
          + (stored ? ";bufferPool=1MB;scanPolicy=" + Choice.nameOf(scans) : "")
          + ";queryMemory="
          + memory
          + ";workers="
          + workers
          + ";rowGroupRows="
          + rowGroupRows
          + ";unitOfTransfer="
          + unitOfTransfer;
    }
  }

  static Stream<Mix> mixes() {
    SchedulingPolicyKind[] schedulings = SchedulingPolicyKind.values();
    ScanPolicyKind[] scans = ScanPolicyKind.values();
    int count = Math.max(schedulings.length, scans.length);
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new Mix(
                    schedulings[i % schedulings.length],
                    scans[i % scans.length],
                    i % 4 != 3,
                    i % 2 == 0 ? "1" : "1GB",
                    i % 3 == 0 ? 4 : 1 + i % 3,
                    ROW_GROUP_ROWS[i / 2 % ROW_GROUP_ROWS.length],
                    List.of("auto", "1", "all").get(i % 3)));
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void answersEqualDuckDbs(Mix mix) throws Exception {
    String url = "jdbc:paceline:" + (mix.stored() ? folder.resolve("db").toString() : "mem:many");
    url += ";temporaryDirectory=" + folder + mix.properties();
    try (Connection connection = KnobUrl.connect(url)) {
      SuiteTables.load(connection, SUITE.dataSet(), SCALE);
      assertThat(rowGroups(connection, "lineitem"))
          .isGreaterThan(Math.min(7, 30_000 / mix.rowGroupRows()));
      Engine engine = connection.unwrap(Session.class).instance().engine();
      assertThat(askAtOnce(url)).isEmpty();
      assertThat(engine.queries()).isEmpty();
      assertThat(engine.options().temporaryStorage().usedBytes()).isZero();
    } finally {
      Paceline.closeMemory("many");
    }
  }

  /**
   * One after the other, with row groups of less than a bitmap word and of one row over a batch.
   */
  @Test
  void answersDoNotDependOnWhereRowGroupsEnd() throws SQLException {
    for (int rows : new int[] {63, 2_049}) {
      try (Connection connection =
          KnobUrl.connect("jdbc:paceline:mem:;workers=2;rowGroupRows=" + rows)) {
        SuiteTables.load(connection, SUITE.dataSet(), SCALE);
        assertThat(differences(connection, IntStream.range(0, EXPECTED.size()).boxed().toList()))
            .as("row groups of %d", rows)
            .isEmpty();
      }
    }
  }

  private static int rowGroups(Connection connection, String table) throws SQLException {
    Database database = connection.unwrap(Session.class).instance().database();
    try (var snapshot = database.table(table).snapshot()) {
      return snapshot.rowGroupCount();
    }
  }

  private static List<String> askAtOnce(String url) throws Exception {
    List<Callable<List<String>>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      List<Integer> order = new ArrayList<>(IntStream.range(0, EXPECTED.size()).boxed().toList());
      Collections.shuffle(order, new Random(i));
      int priority = 1 << i;
      clients.add(
          () -> {
            try (Connection connection = KnobUrl.connect(url + ";priority=" + priority)) {
              return differences(connection, order);
            }
          });
    }
    List<String> wrong = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
      for (Future<List<String>> client : threads.invokeAll(clients)) {
        wrong.addAll(client.get());
      }
    }
    return wrong;
  }

  private static List<String> differences(Connection connection, List<Integer> order) {
    List<String> wrong = new ArrayList<>();
    List<Query> queries = SUITE.queries(SCALE);
    for (int i : order) {
      Query query = queries.get(i);
      String difference;
      try {
        difference =
            Answer.of(connection, query.sql())
                .differenceFrom(EXPECTED.get(i), query.isTotallyOrdered());
      } catch (SQLException e) {
        difference = e.toString();
      }
      if (difference != null) {
        wrong.add("Q" + query.name() + ": " + difference);
      }
    }
    return wrong;
  }
}
