package dev.paceline.calcite.jdbc;

import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.session.Outcome;
import dev.paceline.calcite.session.PreparedSql;
import dev.paceline.calcite.session.Session;
import dev.paceline.calcite.sql.StatementSplitter;
import dev.paceline.core.error.PacelineException;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a connection. For one thread at a time, except {@link #cancel}, which may come
 * from any.
 */
class PacelineStatement implements Statement, StatementProgress, SelfWrapper {
  private final PacelineConnection connection;
  private final List<String> batch = new ArrayList<>();
  private @Nullable PacelineResultSet openResult;
  private @Nullable RowsOnHeap keys;

  /** The results of the other statements of a text: a Long, RowsOnHeap or PacelineResultSet. */
  private final Deque<Object> laterResults = new ArrayDeque<>();

  private volatile @Nullable StatementRun run;
  private long updateCount = -1;
  private long maxRows;
  private int timeoutSeconds;
  private int fetchSize;
  private boolean closeOnCompletion;
  private volatile boolean closed;

  PacelineStatement(PacelineConnection connection) {
    this.connection = connection;
  }

  final Session session() {
    return connection.session();
  }

  final void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.objectClosed("statement");
    }
    connection.checkOpen();
  }

  /** Ends what this statement did last, and starts the clock of what it does now. */
  final StatementRun begin() throws SQLException {
    checkOpen();
    closeResult();
    closeLaterResults();
    keys = null;
    updateCount = -1;
    StatementRun next =
        new StatementRun(timeoutSeconds == 0 ? null : Duration.ofSeconds(timeoutSeconds));
    run = next;
    return next;
  }

  /**
   * Runs a statement to its result set or update count.
   *
   * @return whether there is a result set
   */
  final boolean run(PreparedSql sql, List<@Nullable Object> parameters, StatementRun current)
      throws SQLException {
    Outcome outcome = SqlErrors.call(() -> session().execute(sql, parameters, current));
    return switch (outcome) {
      case Outcome.Rows rows -> {
        openResult =
            new PacelineResultSet(this, rows.result(), session().settings().zone(), maxRows);
        yield true;
      }
      case Outcome.Count count -> {
        updateCount = count.rows();
        yield false;
      }
    };
  }

  private PreparedSql prepare(String sql, StatementRun current) throws SQLException {
    return SqlErrors.call(() -> session().prepare(sql, current));
  }

  /**
   * Executes a statement, or several with semicolons between them. All of them are executed at
   * once, up to the first that fails; {@link #getMoreResults()} goes on to the result of the next
   * one.
   */
  @Override
  public boolean execute(String sql) throws SQLException {
    StatementRun current = begin();
    List<String> statements = sql.indexOf(';') < 0 ? List.of() : StatementSplitter.split(sql).all();
    if (statements.size() <= 1) {
      return run(prepare(sql, current), List.of(), current);
    }
    for (String statement : statements) {
      keepLastResult();
      run(prepare(statement, current), List.of(), current);
    }
    laterResults.add(openResult == null ? (Object) updateCount : openResult);
    openResult = null;
    return nextResult();
  }

  private void keepLastResult() throws SQLException {
    PacelineResultSet result = openResult;
    openResult = null;
    if (result != null) {
      RowsOnHeap rows = new RowsOnHeap();
      rows.take(result);
      laterResults.add(rows);
    } else if (updateCount >= 0) {
      laterResults.add(updateCount);
    }
    updateCount = -1;
  }

  private boolean nextResult() throws SQLException {
    updateCount = -1;
    switch (laterResults.poll()) {
      case RowsOnHeap rows -> openResult = rows.result(session(), this, maxRows);
      case PacelineResultSet result -> openResult = result;
      case Long count -> updateCount = count;
      case null, default -> {}
    }
    return openResult != null;
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    StatementRun current = begin();
    PreparedSql prepared = prepare(sql, current);
    requireRows(prepared);
    run(prepared, List.of(), current);
    return resultSet();
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    StatementRun current = begin();
    PreparedSql prepared = prepare(sql, current);
    requireNoRows(prepared);
    run(prepared, List.of(), current);
    return updateCount;
  }

  final void requireRows(PreparedSql prepared) throws SQLException {
    if (!prepared.returnsRows()) {
      throw SqlErrors.invalid("executeQuery() needs a query; use execute() or executeUpdate()");
    }
  }

  final void requireNoRows(PreparedSql prepared) throws SQLException {
    if (prepared.returnsRows()) {
      throw SqlErrors.invalid(
          "executeUpdate() cannot run a query; use execute() or executeQuery()");
    }
  }

  final PacelineResultSet resultSet() {
    PacelineResultSet result = openResult;
    if (result == null) {
      throw PacelineException.internal("a query gave no result set", null);
    }
    return result;
  }

  final long updateCount() {
    return updateCount;
  }

  @Override
  public int executeUpdate(String sql) throws SQLException {
    return saturated(executeLargeUpdate(sql));
  }

  static int saturated(long count) {
    return (int) Math.min(count, Integer.MAX_VALUE);
  }

  @Override
  public void cancel() throws SQLException {
    if (closed) {
      throw SqlErrors.objectClosed("statement");
    }
    StatementRun current = run;
    if (current != null) {
      current.cancel();
    }
  }

  @Override
  public double progress() {
    StatementRun current = run;
    return current == null ? 0 : current.progress();
  }

  @Override
  public long rowsScanned() {
    StatementRun current = run;
    return current == null ? 0 : current.rowsScanned();
  }

  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    StatementRun current = run;
    if (current != null) {
      current.cancel();
    }
    try {
      closeResult();
      closeLaterResults();
    } finally {
      connection.forget(this);
    }
  }

  private void closeResult() throws SQLException {
    PacelineResultSet current = openResult;
    openResult = null;
    if (current != null) {
      current.close();
    }
  }

  private void closeLaterResults() throws SQLException {
    while (laterResults.poll() instanceof Object result) {
      if (result instanceof PacelineResultSet rows) {
        rows.close();
      }
    }
  }

  /** A result set of this statement was closed. */
  final void onClose(PacelineResultSet result) throws SQLException {
    if (result == openResult) {
      openResult = null;
      if (closeOnCompletion && laterResults.isEmpty()) {
        close();
      }
    }
  }

  @Override
  public @Nullable ResultSet getResultSet() throws SQLException {
    checkOpen();
    return openResult;
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return saturated(getLargeUpdateCount());
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    checkOpen();
    return updateCount;
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    return getMoreResults(CLOSE_CURRENT_RESULT);
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    checkOpen();
    if (current == KEEP_CURRENT_RESULT) {
      throw SqlErrors.notSupported("more than one open result");
    }
    closeResult();
    return nextResult();
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    checkOpen();
    batch.add(sql);
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    batch.clear();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    List<String> statements = List.copyOf(batch);
    batch.clear();
    long[] counts = new long[statements.size()];
    for (int i = 0; i < counts.length; i++) {
      try {
        counts[i] = executeLargeUpdate(statements.get(i));
      } catch (SQLException e) {
        throw batchFailed(e, Arrays.copyOf(counts, i));
      }
    }
    return counts;
  }

  /**
   * @param done counts of the statements before the one that failed
   */
  static BatchUpdateException batchFailed(SQLException cause, long[] done) {
    return new BatchUpdateException(
        cause.getMessage(), cause.getSQLState(), cause.getErrorCode(), done, cause);
  }

  @Override
  public int[] executeBatch() throws SQLException {
    return Arrays.stream(executeLargeBatch()).mapToInt(PacelineStatement::saturated).toArray();
  }

  @Override
  public Connection getConnection() throws SQLException {
    checkOpen();
    return connection;
  }

  @Override
  public int getMaxRows() throws SQLException {
    return saturated(getLargeMaxRows());
  }

  @Override
  public void setMaxRows(int max) throws SQLException {
    setLargeMaxRows(max);
  }

  @Override
  public long getLargeMaxRows() throws SQLException {
    checkOpen();
    return maxRows;
  }

  @Override
  public void setLargeMaxRows(long max) throws SQLException {
    checkOpen();
    maxRows = atLeastZero("maxRows", max);
  }

  @Override
  public int getQueryTimeout() throws SQLException {
    checkOpen();
    return timeoutSeconds;
  }

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    checkOpen();
    timeoutSeconds = (int) atLeastZero("queryTimeout", seconds);
  }

  @Override
  public int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  /** A hint; rows stream in the engine's batches whatever it is. */
  @Override
  public void setFetchSize(int rows) throws SQLException {
    checkOpen();
    fetchSize = (int) atLeastZero("fetchSize", rows);
  }

  private static long atLeastZero(String what, long value) throws SQLException {
    if (value < 0) {
      throw SqlErrors.invalid(what + " is at least 0, not " + value);
    }
    return value;
  }

  @Override
  public int getMaxFieldSize() throws SQLException {
    checkOpen();
    return 0;
  }

  @Override
  public void setMaxFieldSize(int max) throws SQLException {
    checkOpen();
    if (max != 0) {
      throw SqlErrors.notSupported("a maximum field size");
    }
  }

  @Override
  public void setEscapeProcessing(boolean enable) throws SQLException {
    checkOpen();
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
  }

  @Override
  public void setCursorName(String name) throws SQLException {
    throw SqlErrors.notSupported("a cursor name");
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    if (direction != ResultSet.FETCH_FORWARD) {
      throw SqlErrors.notSupported("a fetch direction other than FETCH_FORWARD");
    }
  }

  @Override
  public int getFetchDirection() {
    return ResultSet.FETCH_FORWARD;
  }

  @Override
  public int getResultSetConcurrency() {
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetType() {
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getResultSetHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  /** Runs an INSERT with RETURNING, and adds its rows to the generated keys. */
  final void runForKeys(PreparedSql sql, List<@Nullable Object> parameters, StatementRun current)
      throws SQLException {
    if (!run(sql, parameters, current)) {
      return; // the word RETURNING is in a comment
    }
    RowsOnHeap kept = keys == null ? new RowsOnHeap() : keys;
    PacelineResultSet result = resultSet();
    openResult = null;
    kept.take(result);
    keys = kept;
    updateCount = kept.rows();
  }

  /** Runs a statement for its generated keys, if it is an INSERT, and otherwise without. */
  private boolean execute(String sql, @Nullable String list) throws SQLException {
    String returning = GeneratedKeys.returning(sql, list);
    if (returning == null) {
      return execute(sql);
    }
    StatementRun current = begin();
    runForKeys(prepare(returning, current), List.of(), current);
    return false;
  }

  private int executeUpdate(String sql, @Nullable String list) throws SQLException {
    String returning = GeneratedKeys.returning(sql, list);
    if (returning == null) {
      return executeUpdate(sql);
    }
    execute(sql, list);
    return saturated(updateCount);
  }

  /** Returns the rows of the last INSERT that was executed for them; none for other statements. */
  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    checkOpen();
    RowsOnHeap kept = keys == null ? new RowsOnHeap() : keys;
    return kept.result(session());
  }

  @Override
  public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
    return executeUpdate(sql, GeneratedKeys.list(autoGeneratedKeys));
  }

  @Override
  public int executeUpdate(String sql, int[] columnIndexes) throws SQLException {
    int count = executeUpdate(sql, GeneratedKeys.list(columnIndexes));
    chooseKeys(columnIndexes);
    return count;
  }

  /** Leaves the columns at some places of the table among the generated keys. */
  final void chooseKeys(int[] places) throws SQLException {
    if (keys != null) {
      keys.choose(places);
    }
  }

  @Override
  public int executeUpdate(String sql, String[] columnNames) throws SQLException {
    return executeUpdate(sql, GeneratedKeys.list(columnNames));
  }

  @Override
  public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
    return execute(sql, GeneratedKeys.list(autoGeneratedKeys));
  }

  @Override
  public boolean execute(String sql, int[] columnIndexes) throws SQLException {
    boolean rows = execute(sql, GeneratedKeys.list(columnIndexes));
    chooseKeys(columnIndexes);
    return rows;
  }

  @Override
  public boolean execute(String sql, String[] columnNames) throws SQLException {
    return execute(sql, GeneratedKeys.list(columnNames));
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void setPoolable(boolean poolable) throws SQLException {
    checkOpen();
  }

  @Override
  public boolean isPoolable() {
    return false;
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    checkOpen();
    closeOnCompletion = true;
  }

  @Override
  public boolean isCloseOnCompletion() throws SQLException {
    checkOpen();
    return closeOnCompletion;
  }
}
