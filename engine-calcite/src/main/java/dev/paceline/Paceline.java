package dev.paceline;

import dev.paceline.calcite.adapter.ConnectionUrl;
import dev.paceline.calcite.adapter.NameSuggestion;
import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.session.Outcome;
import dev.paceline.calcite.session.QueryResult;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Table;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A database inside this process, for programs that want columns instead of JDBC's rows.
 *
 * <pre>{@code
 * try (Paceline database = Paceline.open("mem:")) {
 *   database.execute("CREATE TABLE t (id BIGINT NOT NULL, name VARCHAR)");
 *   try (Appender appender = database.appender("t")) {
 *     appender.setLong(0, 1);
 *     appender.setBytes(1, "one".getBytes(StandardCharsets.UTF_8));
 *     appender.endRow();
 *     appender.commit();
 *   }
 *   try (QueryResult result = database.query("SELECT name FROM t WHERE id = ?", 1L)) {
 *     for (Batch batch; (batch = result.nextBatch()) != null; ) {
 *       for (int row = 0; row < batch.rowCount(); row++) {
 *         System.out.println(batch.column(0).getObject(row));
 *       }
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>All errors are {@link PacelineException}s. Any thread may use it; every result and appender is
 * for one thread at a time.
 */
public final class Paceline implements AutoCloseable {
  private final Session session;

  private Paceline(Session session) {
    this.session = session;
  }

  /**
   * Opens a database, or joins those who have it open in this process.
   *
   * @param location as in a JDBC URL after {@code jdbc:paceline:}: {@code mem:}, {@code mem:NAME}
   *     or a directory, then {@code ;key=value} for every property
   */
  public static Paceline open(String location) {
    return new Paceline(Session.open(ConnectionUrl.parse(ConnectionUrl.PREFIX + location, null)));
  }

  /**
   * Starts a query. The caller closes the result.
   *
   * @param parameters Boolean, Integer, Long, Double, BigDecimal, String, byte[] or java.time
   *     values; null for NULL
   */
  public QueryResult query(String sql, @Nullable Object... parameters) {
    return switch (run(sql, parameters)) {
      case Outcome.Rows rows -> rows.result();
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
  public Appender appender(String table) {
    Table found = session.instance().catalog().find(table);
    if (found == null) {
      throw new PacelineException(
          ErrorCode.UNKNOWN_TABLE,
          "there is no table "
              + table
              + NameSuggestion.of(table, session.instance().catalog().tableNames()));
    }
    return found.appender();
  }

  /** Ends all results; the last user of a database closes it, which drops one in memory. */
  @Override
  public void close() {
    session.close();
  }
}
