package dev.paceline.server.avatica;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.BuiltInConnectionProperty;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.MissingResultsException;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.jdbc.JdbcMeta;
import org.apache.calcite.avatica.jdbc.StatementInfo;
import org.apache.calcite.avatica.proto.Requests.UpdateBatch;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.jspecify.annotations.Nullable;

/**
 * Avatica's meta service over JDBC with what a server needs on top: frames of a size that the
 * server chooses (the clients' default of 100 rows costs a round trip each), a list of the
 * connection properties that a client may set, and no expiry in the middle of a long query.
 * Thread-safe.
 */
final class ServerMeta extends JdbcMeta {
  /** Properties that a client may set; all others could load classes or open files. */
  private static final Set<String> ALLOWED = Set.of("timeZone");

  private static final String IDLE_HOURS = "12";

  ServerMeta(String url) throws SQLException {
    super(url, cacheSettings());
  }

  private static Properties cacheSettings() {
    Properties settings = new Properties();
    settings.setProperty(ConnectionCacheSettings.EXPIRY_DURATION.key(), IDLE_HOURS);
    settings.setProperty(ConnectionCacheSettings.EXPIRY_UNIT.key(), "HOURS");
    settings.setProperty(StatementCacheSettings.EXPIRY_DURATION.key(), IDLE_HOURS);
    settings.setProperty(StatementCacheSettings.EXPIRY_UNIT.key(), "HOURS");
    return settings;
  }

  @Override
  protected Connection createConnection(String url, Properties info) throws SQLException {
    Properties accepted = new Properties();
    Set<String> refused = new TreeSet<>();
    for (String name : info.stringPropertyNames()) {
      if (ALLOWED.contains(name)) {
        accepted.setProperty(name, info.getProperty(name));
      } else if (!isForTheClient(name)) {
        refused.add(name);
      }
    }
    if (!refused.isEmpty()) {
      throw new SQLException(
          "a remote connection may not set " + refused + "; it may set " + new TreeSet<>(ALLOWED),
          "42501");
    }
    return DriverManager.getConnection(url, accepted);
  }

  /** Whether a property is meant for Avatica's client or our caches: it ends here. */
  private static boolean isForTheClient(String name) {
    if (name.startsWith("avatica") || name.equals("user") || name.equals("password")) {
      return true;
    }
    for (BuiltInConnectionProperty property : BuiltInConnectionProperty.values()) {
      if (property.camelName().equalsIgnoreCase(name)) {
        return property != BuiltInConnectionProperty.FACTORY;
      }
    }
    return false;
  }

  @Override
  public StatementHandle createStatement(ConnectionHandle connection) {
    try {
      return register(connection, getConnection(connection.id).createStatement(), null);
    } catch (SQLException e) {
      throw new RemoteFailure(e);
    }
  }

  @Override
  public StatementHandle prepare(ConnectionHandle connection, String sql, long maxRowCount) {
    try {
      PreparedStatement statement = getConnection(connection.id).prepareStatement(sql);
      limitRows(statement, maxRowCount);
      ResultSetMetaData columns = statement.getMetaData();
      Signature signature =
          Signature.create(
              columns == null ? List.of() : clientColumns(columns),
              sql,
              parameters(statement.getParameterMetaData()),
              CursorFactory.LIST,
              null);
      return register(connection, statement, signature);
    } catch (SQLException e) {
      throw new RemoteFailure(e);
    }
  }

  private StatementHandle register(
      ConnectionHandle connection, Statement statement, @Nullable Signature signature) {
    int id = getStatementIdGenerator().getAndIncrement();
    getStatementCache().put(id, new ServerStatement(connection.id, statement));
    return new StatementHandle(connection.id, id, signature);
  }

  @Override
  public ExecuteResult prepareAndExecute(
      StatementHandle handle,
      String sql,
      long maxRowCount,
      int maxRowsInFirstFrame,
      PrepareCallback callback)
      throws NoSuchStatementException {
    ServerStatement statement = statement(handle);
    synchronized (statement) {
      try {
        statement.forgetResult();
        limitRows(statement.jdbc(), maxRowCount);
        statement.jdbc().execute(sql);
        return result(handle, statement, sql, List.of());
      } catch (SQLException e) {
        throw new RemoteFailure(e);
      }
    }
  }

  @Override
  public ExecuteResult execute(
      StatementHandle handle, List<TypedValue> parameters, int maxRowsInFirstFrame)
      throws NoSuchStatementException {
    ServerStatement statement = statement(handle);
    synchronized (statement) {
      try {
        statement.forgetResult();
        PreparedStatement prepared = (PreparedStatement) statement.jdbc();
        if (parameters != null) {
          for (int i = 0; i < parameters.size(); i++) {
            prepared.setObject(i + 1, parameters.get(i).toJdbc(DateTimeUtils.calendar()));
          }
        }
        prepared.execute();
        String sql = handle.signature == null ? null : handle.signature.sql;
        return result(handle, statement, sql, parameters(prepared.getParameterMetaData()));
      } catch (SQLException e) {
        throw new RemoteFailure(e);
      }
    }
  }

  private static ExecuteResult result(
      StatementHandle handle,
      ServerStatement statement,
      @Nullable String sql,
      List<AvaticaParameter> parameters)
      throws SQLException {
    ResultSet rows = statement.jdbc().getResultSet();
    statement.setResultSet(rows);
    if (rows == null) {
      long count = Math.max(0, statement.jdbc().getLargeUpdateCount());
      return new ExecuteResult(List.of(MetaResultSet.count(handle.connectionId, handle.id, count)));
    }
    Signature signature =
        new Signature(
            clientColumns(rows.getMetaData()),
            sql,
            parameters,
            null,
            CursorFactory.LIST,
            StatementType.SELECT);
    Frame frame = statement.nextFrame(WireFormat.OF_REQUEST.get());
    return new ExecuteResult(
        List.of(MetaResultSet.create(handle.connectionId, handle.id, true, signature, frame)));
  }

  private static List<ColumnMetaData> clientColumns(ResultSetMetaData columns) throws SQLException {
    return columns(columns).stream().map(ClientColumns::of).toList();
  }

  @Override
  public Frame fetch(StatementHandle handle, long offset, int fetchMaxRowCount)
      throws NoSuchStatementException, MissingResultsException {
    StatementInfo info = getStatementCache().getIfPresent(handle.id);
    if (!(info instanceof ServerStatement statement)) {
      return super.fetch(handle, offset, fetchMaxRowCount);
    }
    synchronized (statement) {
      if (!statement.isResultSetInitialized()) {
        throw new MissingResultsException(handle);
      }
      try {
        return statement.nextFrame(WireFormat.OF_REQUEST.get());
      } catch (SQLException e) {
        throw new RemoteFailure(e);
      }
    }
  }

  @Override
  public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle handle, List<String> commands)
      throws NoSuchStatementException {
    ServerStatement statement = statement(handle);
    synchronized (statement) {
      statement.forgetResult();
      return super.prepareAndExecuteBatch(handle, commands);
    }
  }

  @Override
  public ExecuteBatchResult executeBatch(StatementHandle handle, List<List<TypedValue>> rows)
      throws NoSuchStatementException {
    ServerStatement statement = statement(handle);
    synchronized (statement) {
      statement.forgetResult();
      return super.executeBatch(handle, rows);
    }
  }

  @Override
  public ExecuteBatchResult executeBatchProtobuf(StatementHandle handle, List<UpdateBatch> rows)
      throws NoSuchStatementException {
    ServerStatement statement = statement(handle);
    synchronized (statement) {
      statement.forgetResult();
      return super.executeBatchProtobuf(handle, rows);
    }
  }

  private ServerStatement statement(StatementHandle handle) throws NoSuchStatementException {
    if (getStatementCache().getIfPresent(handle.id) instanceof ServerStatement statement) {
      return statement;
    }
    throw new NoSuchStatementException(handle);
  }

  /** JDBC's limit of 0 means none, Avatica's is any negative number. */
  private static void limitRows(Statement statement, long maxRowCount) throws SQLException {
    statement.setLargeMaxRows(Math.max(0, maxRowCount));
  }

  @Override
  public void closeStatement(StatementHandle handle) {
    if (getStatementCache().getIfPresent(handle.id) instanceof ServerStatement statement) {
      statement.stop();
    }
    super.closeStatement(handle);
  }

  @Override
  public void closeConnection(ConnectionHandle connection) {
    stopStatements(statement -> statement.connectionId().equals(connection.id));
    super.closeConnection(connection);
  }

  private void stopStatements(Predicate<ServerStatement> which) {
    for (StatementInfo info : getStatementCache().asMap().values()) {
      if (info instanceof ServerStatement statement && which.test(statement)) {
        statement.stop();
      }
    }
  }

  /** Closes everything that clients left open. */
  void close() {
    stopStatements(statement -> true);
    getStatementCache().invalidateAll();
    getConnectionCache().invalidateAll();
  }
}
