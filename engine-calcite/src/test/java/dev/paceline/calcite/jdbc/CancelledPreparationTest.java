package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that a statement can be cancelled in every phase of planning, and that no thread continues
 * to plan it afterwards. The statements here take minutes to plan. Closing a connection waits for
 * the threads that plan for it, so the limit of time on each test says that they have ended.
 */
@Timeout(30)
class CancelledPreparationTest {
  private final ExecutorService caller = Executors.newSingleThreadExecutor();
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:paceline:mem:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (id INTEGER, name VARCHAR)");
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    caller.close();
  }

  private static String repeated(int count, String format, String separator) {
    return IntStream.range(0, count)
        .mapToObj(i -> format.formatted(i))
        .collect(Collectors.joining(separator));
  }

  /** Statements whose planning takes long. */
  private enum Slow {
    COLUMNS {
      @Override
      String sql() {
        String select = "SELECT " + repeated(1_500, "id + %1$d AS c%1$d", ", ") + " FROM t";
        return repeated(100, select.replace("%", "%%"), " UNION ALL ");
      }
    },
    JOINS {
      @Override
      String sql() {
        String join = " JOIN t AS t%1$d ON t%1$d.id = t.id + %1$d";
        return repeated(300, "SELECT count(*) FROM t" + repeated(100, join, ""), " UNION ALL ");
      }
    },
    CONDITIONS {
      @Override
      String sql() {
        String pairs = repeated(3_000, "(id = %1$d AND name = 'x%1$d')", " OR ");
        return repeated(100, "SELECT count(*) FROM t WHERE " + pairs, " UNION ALL ");
      }
    };

    abstract String sql();
  }

  private static void assertCancelled(Future<?> call) {
    assertThatThrownBy(call::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(e.getErrorCode()).isEqualTo(ErrorCode.CANCELLED.vendorCode()));
  }

  /** Waits, and sees that the call has not ended. */
  private static void assertRunsFor(int millis, Future<?> call) {
    assertThatThrownBy(() -> call.get(millis, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "COLUMNS, 50",
    "COLUMNS, 1000",
    "COLUMNS, 3000",
    "JOINS, 50",
    "JOINS, 1000",
    "JOINS, 3000",
    "CONDITIONS, 50",
    "CONDITIONS, 1000",
    "CONDITIONS, 3000"
  })
  void aStatementIsCancelled(Slow slow, int millis) throws SQLException {
    String sql = slow.sql();
    try (Statement statement = connection.createStatement()) {
      Future<?> call = caller.submit(() -> statement.executeQuery(sql));
      assertRunsFor(millis, call);

      statement.cancel();

      assertCancelled(call);
    }
    connection.close();
  }

  @ParameterizedTest
  @EnumSource(Slow.class)
  void theTimeOfAStatementIsOver(Slow slow) throws SQLException {
    String sql = slow.sql();
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeQuery(sql)).isInstanceOf(SQLTimeoutException.class);
    }
    connection.close();
  }

  @ParameterizedTest
  @EnumSource(Slow.class)
  void aConnectionIsClosedWhileItPrepares(Slow slow) throws SQLException {
    String sql = slow.sql();
    Future<?> call = caller.submit(() -> connection.prepareStatement(sql));
    assertRunsFor(500, call);

    connection.close();

    assertCancelled(call);
  }

  @ParameterizedTest
  @EnumSource(Slow.class)
  void theThreadThatPreparesIsInterrupted(Slow slow) throws SQLException {
    String sql = slow.sql();
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    Future<?> call =
        caller.submit(
            () -> {
              thread.complete(Thread.currentThread());
              return connection.prepareStatement(sql);
            });
    assertRunsFor(500, call);

    thread.join().interrupt();

    assertCancelled(call);
    connection.close();
  }

  @Test
  void aPlanOutlivesTheStatementThatMadeIt() throws SQLException {
    String sql = "SELECT id, max(name) OVER (ORDER BY id) FROM t WHERE id > 1";
    try (Statement statement = connection.createStatement();
        ResultSet cancelled = statement.executeQuery(sql);
        Statement other = connection.createStatement()) {
      statement.cancel();
      try (ResultSet rows = other.executeQuery(sql)) {
        assertThat(rows.next()).isFalse();
      }
      assertThat(cancelled.isClosed()).isFalse();
    }
  }
}
