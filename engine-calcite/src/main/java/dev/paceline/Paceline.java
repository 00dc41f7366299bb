package dev.paceline;

import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.result.CursorResult;
import dev.paceline.calcite.session.Outcome;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.result.QueryResult;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A database inside this process, for programs that want columns instead of JDBC's rows.
 *
 * <pre>{@code
 * try (Paceline database = Paceline.open("mem:")) {
 *   database.execute("CREATE TABLE t (id BIGINT NOT NULL, name VARCHAR)");
 *   try (TableAppender rows = database.appender("t")) {
 *     rows.setLong(0, 1).setString(1, "one").endRow();
 *     rows.commit();
 *   }
 *   try (QueryResult result = database.query("SELECT name FROM t WHERE id = ?", 1L)) {
 *     for (ResultBatch batch; (batch = result.nextBatch()) != null; ) {
 *       for (int row = 0; row < batch.rowCount(); row++) {
 *         System.out.println(batch.column(0).getString(row));
 *       }
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>Other parts of the program may use the same database through JDBC, if it has a name: {@code
 * Paceline.open("mem:shop")} and {@code jdbc:paceline:mem:shop} are one database, and so are all
 * that open one directory.
 *
 * <p>All errors are {@link PacelineException}s. Any thread may use it; every result and appender is
 * for one thread at a time.
 */
public final class Paceline implements AutoCloseable {
  private final Session session;
  private final Set<TableAppender> appenders = ConcurrentHashMap.newKeySet();

  private Paceline(Session session) {
    this.session = session;
  }

  /**
   * Opens a database, or joins those who have it open in this process.
   *
   * @param location {@code mem:}, {@code mem:NAME} or a directory, then {@code ;name=value} for
   *     every setting, as in a JDBC URL
   */
  public static Paceline open(String location) {
    return open(ConnectionOptions.of(location));
  }

  /** Opens a database, or joins those who have it open in this process. */
  public static Paceline open(ConnectionOptions options) {
    return new Paceline(Session.open(options.parse()));
  }

  /**
   * Closes a database in memory that the process shares: it is gone when its last connection
   * closes, and whoever opens {@code mem:NAME} from now on begins with an empty one. Without this,
   * it lives as long as the process.
   *
   * @param name what follows {@code mem:} in the URL
   * @return false if there is no such database
   */
  public static boolean closeMemory(String name) {
    return EngineInstance.closeMemory(name);
  }

  /**
   * Starts a query. The caller closes the result.
   *
   * @param parameters Boolean, Integer, Long, Double, BigDecimal, String, byte[] or java.time
   *     values; null for NULL
   */
  public QueryResult query(String sql, @Nullable Object... parameters) {
    return switch (run(sql, parameters)) {
      case Outcome.Rows rows -> new CursorResult(rows.result());
      case Outcome.Count _ ->
          throw new PacelineException(
              ErrorCode.INVALID_STATEMENT, "the statement returned no rows; use execute()");
    };
  }

  /**
   * Executes a statement that returns no rows.
   *
   * @return the rows that it changed; 0 for DDL
   */
  public long execute(String sql, @Nullable Object... parameters) {
    return switch (run(sql, parameters)) {
      case Outcome.Count count -> count.rows();
      case Outcome.Rows rows -> {
        rows.result().close();
        throw new PacelineException(
            ErrorCode.INVALID_STATEMENT, "the statement returns rows; use query()");
      }
    };
  }

  private Outcome run(String sql, @Nullable Object[] parameters) {
    StatementRun run = new StatementRun(null);
    return session.execute(session.prepare(sql, run), Arrays.asList(parameters), run);
  }

  /**
   * Starts to add rows to a table, which become visible together when the appender commits. The
   * caller closes it.
   *
   * @param table its name, in any case
   */
  public TableAppender appender(String table) {
    TableAppender appender = new TableAppender(session.appender(table), appenders::remove);
    appenders.add(appender);
    return appender;
  }

  Session session() {
    return session;
  }

  /**
   * Ends all results and discards what appenders have not committed. The last user of a directory
   * closes its database; one in memory without a name is gone. Idempotent.
   */
  @Override
  public void close() {
    appenders.forEach(TableAppender::close);
    session.close();
  }
}
