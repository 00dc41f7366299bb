package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.knobs.KnobUrl;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.SoakSize;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statements are cancelled at random moments of their planning, running, spilling and sending: each
 * ends well or with "cancelled", and leaves nothing behind. Prints how long the latest took to
 * notice. A few by default, 100,000 with the Maven profile {@code soak}.
 */
final class CancelSoakTest {
  private static final int CANCELS = SoakSize.of(60, 100_000);
  private static final double SCALE = 0.01;
  private static final long SEED = 99;

  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** About as long as a query takes when the JVM is warm. */
  private static final int LATEST_MICROS = 3_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"1GB", "1"})
  void cancelledStatementsLeaveNothing(String queryMemory) throws Exception {
    QuerySuite suite = new TpchSuite();
    List<Query> queries = suite.queries(SCALE);
    Random random = new Random(SEED);
    String url = "jdbc:paceline:mem:;workers=2;rowGroupRows=4096;temporaryDirectory=" + folder;
    try (ScheduledExecutorService canceller = Executors.newSingleThreadScheduledExecutor();
        Connection connection = KnobUrl.connect(url + ";queryMemory=" + queryMemory)) {
      SuiteTables.load(connection, suite.dataSet(), SCALE);
      Engine engine = connection.unwrap(Session.class).instance().engine();
      long tables = engine.ledger().usedBytes();
      int cancelled = 0;
      List<Integer> late = new ArrayList<>();
      long latest = 0;
      int statements = 0;
      for (; cancelled < CANCELS; statements++) {
        String sql = queries.get(random.nextInt(queries.size())).sql();
        try (Statement statement = connection.createStatement()) {
          long[] at = {Long.MAX_VALUE};
          Future<?> cancel =
              canceller.schedule(
                  () -> {
                    at[0] = System.nanoTime();
                    statement.cancel();
                    return null;
                  },
                  random.nextInt(LATEST_MICROS),
                  TimeUnit.MICROSECONDS);
          boolean ended = endsCancelled(statement, sql);
          long end = System.nanoTime();
          if (!cancel.cancel(false)) {
            cancel.get();
          }
          if (ended) {
            cancelled++;
            latest = Math.max(latest, end - at[0]);
            if (end - at[0] > LATE_NANOS) {
              late.add(statements);
            }
          }
        }
        awaitLevel(engine.ledger(), tables, sql);
        assertThat(engine.options().temporaryStorage().usedBytes()).as("after %s", sql).isZero();
      }
      System.out.printf(
          "%d of %d statements cancelled, %d after more than 100 ms %s, the latest after %.1f ms%n",
          cancelled, statements, late.size(), late, latest / 1e6);
      assertThat(folder).isEmptyDirectory();
    }
  }

  /** What plans a cancelled statement may hold scratch memory until it notices. */
  private static void awaitLevel(MemoryLedger ledger, long level, String sql)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (ledger.usedBytes() != level && System.nanoTime() < deadline) {
      Thread.sleep(1);
    }
    assertThat(ledger.usedBytes()).as("after %s", sql).isEqualTo(level);
  }

  /** Runs a statement; returns whether it was cancelled. */
  private static boolean endsCancelled(Statement statement, String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      assertThat(Answer.of(result)).isNotNull();
      return false;
    } catch (SQLException e) {
      assertThat(e.getErrorCode()).as("%s", e).isEqualTo(ErrorCode.CANCELLED.vendorCode());
      return true;
    }
  }
}
