package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.Paceline;
import dev.paceline.benchmarks.knobs.KnobUrl;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.SoakSize;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The n-th reservation of memory fails, or the n-th read or write of a temporary file, or the n-th
 * work order, for n = 1, 2, 3 and so on until no query fails: only the query that is hit fails, all
 * it held is given back, the query that runs beside it answers correctly, and so does the next one.
 * Tables have many row groups. A sample of the n by default, all of them with the Maven profile
 * {@code soak}.
 *
 * <p>Source: the out-of-memory and I/O-error loops of SQLite's tests (How SQLite Is Tested, section
 * 3).
 */
final class FaultLoopTest {
  private static final boolean EVERY = SoakSize.isSoak();
  private static final double SCALE = 0.002;

  /** How much n grows from one fault to the next, when not all are tried. */
  private static final double GROWTH = 2;

  private static final String SETS =
      "select l_orderkey from lineitem intersect all select o_orderkey from orders"
          + " except select o_orderkey from orders where o_totalprice > 100000";
  private static final String SORT =
      "select l_orderkey, l_comment from lineitem order by l_comment, l_orderkey";
  private static final String OUTER =
      "select c_name, o_comment from customer full join orders on c_custkey = o_custkey";

  private static final String WINDOW =
      "select l_orderkey, l_linenumber, rank() over (partition by l_suppkey order by l_comment),"
          + " sum(l_quantity) over (partition by l_suppkey order by l_orderkey rows 9 preceding)"
          + " from lineitem";

  /** What runs beside the other queries: joins, groups and a sort. */
  private static final String BESIDE = sql("5");

  @TempDir private Path folder;
  private Connection connection;
  private Connection beside;
  private Answer expectedBeside;
  private Engine engine;
  private TemporaryStorage storage;
  private long tableBytes;

  @BeforeEach
  void load() throws SQLException {
    String url =
        "jdbc:paceline:mem:faults;workers=2;memory=256MB;rowGroupRows=500;temporaryDirectory="
            + folder;
    connection = KnobUrl.connect(url);
    beside = KnobUrl.connect(url);
    SuiteTables.load(connection, new TpchSuite().dataSet(), SCALE);
    expectedBeside = Answer.of(beside, BESIDE);
    engine = connection.unwrap(Session.class).instance().engine();
    storage = engine.options().temporaryStorage();
    tableBytes = engine.ledger().usedBytes();
  }

  @AfterEach
  void close() throws SQLException {
    beside.close();
    connection.close();
    Paceline.closeMemory("faults");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9", "16", "18", "21", "sets", "sort", "outer", "window"})
  void aRefusedReservationFailsItsQueryAlone(String query) throws SQLException {
    String sql = sql(query);
    Answer expected = Answer.of(connection, sql);
    loop(sql, expected, ErrorCode.MEMORY_LIMIT, engine.ledger()::setReservationCheck);
    withoutMemory();
    loop(sql, expected, ErrorCode.MEMORY_LIMIT, engine.ledger()::setReservationCheck);
  }

  @ParameterizedTest
  @ValueSource(strings = {"9", "16", "18", "21", "sets", "sort", "outer", "window"})
  void aFailedTransferFailsItsQueryAlone(String query) throws SQLException {
    String sql = sql(query);
    Answer expected = Answer.of(connection, sql);
    withoutMemory();
    loop(sql, expected, ErrorCode.IO_ERROR, storage::setTransferCheck);
  }

  @ParameterizedTest
  @ValueSource(strings = {"9", "16", "18", "21", "sets", "sort", "outer", "window"})
  void aFailedOrderFailsItsQueryAlone(String query) throws SQLException {
    String sql = sql(query);
    Answer expected = Answer.of(connection, sql);
    loop(sql, expected, ErrorCode.IO_ERROR, engine::setOrderCheck);
    withoutMemory();
    loop(sql, expected, ErrorCode.IO_ERROR, engine::setOrderCheck);
  }

  private void loop(
      String sql, Answer expected, ErrorCode code, Consumer<@Nullable Runnable> setCheck)
      throws SQLException {
    int failed = 0;
    for (long n = 1; ; n = EVERY ? n + 1 : Math.max(n + 1, (long) (n * GROWTH))) {
      AtomicLong left = new AtomicLong(n);
      setCheck.accept(
          () -> {
            if (left.decrementAndGet() == 0) {
              throw new PacelineException(code, "planted");
            }
          });
      boolean succeeded = succeed(sql, expected, code, n);
      setCheck.accept(null);
      assertThat(engine.ledger().usedBytes())
          .as("memory after fault %d; %s", n, engine.ledger().openScopes())
          .isEqualTo(tableBytes);
      assertThat(storage.usedBytes()).as("files after fault %d", n).isZero();
      assertThat(Answer.of(connection, sql).differenceFrom(expected, false))
          .as("after fault %d", n)
          .isNull();
      if (succeeded) {
        assertThat(failed).as("faults that were met").isPositive();
        return;
      }
      failed++;
    }
  }

  /** Runs both queries at once; returns whether neither was hit. The fault hits one at most. */
  private boolean succeed(String sql, Answer expected, ErrorCode code, long n) throws SQLException {
    FutureTask<Boolean> other =
        new FutureTask<>(() -> succeeds(beside, BESIDE, expectedBeside, code, n));
    Thread.ofPlatform().daemon().start(other);
    boolean one = succeeds(connection, sql, expected, code, n);
    boolean two;
    try {
      two = other.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError("beside fault " + n, e);
    }
    assertThat(one || two).as("one of two queries lives through fault %d", n).isTrue();
    return one && two;
  }

  private static boolean succeeds(
      Connection connection, String sql, Answer expected, ErrorCode code, long n) {
    try {
      assertThat(Answer.of(connection, sql).differenceFrom(expected, false))
          .as("with fault %d", n)
          .isNull();
      return true;
    } catch (SQLException e) {
      assertThat(e.getErrorCode()).as("of fault %d: %s", n, e).isEqualTo(code.vendorCode());
      return false;
    }
  }

  private void withoutMemory() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET query_memory = '1'");
    }
  }

  private static String sql(String query) {
    return switch (query) {
      case "sets" -> SETS;
      case "sort" -> SORT;
      case "outer" -> OUTER;
      case "window" -> WINDOW;
      default -> new TpchSuite().queries(SCALE).get(Integer.parseInt(query) - 1).sql();
    };
  }
}
