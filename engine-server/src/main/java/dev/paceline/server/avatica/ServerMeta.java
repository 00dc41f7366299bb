package dev.paceline.server.avatica;

import dev.paceline.core.error.ErrorCode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.BuiltInConnectionProperty;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.jdbc.JdbcMeta;
import org.apache.calcite.avatica.proto.Requests.UpdateBatch;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.jspecify.annotations.Nullable;

/**
 * Avatica's meta service over JDBC with what a server needs on top: frames of a size that the
 * server chooses (the clients' default of 100 rows costs a round trip each), a list of the
 * connection properties that a client may set, and our own registry of connections and statements.
 * It replaces Avatica's caches, which close objects by age or number even if a client still uses
 * them. Only the results of metadata requests are still put into these caches; {@link
 * #forgetMetadata} removes them. Thread-safe.
 */
final class ServerMeta extends JdbcMeta {
  /** Properties that a client may set; all others could load classes or open files. */
  private static final Set<String> ALLOWED = Set.of("timeZone");

  private final String url;
  private final ClientConnections connections;

  ServerMeta(String url, ClientConnections connections) throws SQLException {
    super(url);
    this.url = url;
    this.connections = connections;
    getStatementIdGenerator().set(RequestTarget.NO_STATEMENT + 1);
  }

  @Override
  protected Connection getConnection(String id) {
    return connections.get(id).jdbc();
  }

  @Override
  public void openConnection(ConnectionHandle connection, @Nullable Map<String, String> info) {
    Properties properties = new Properties();
    if (info != null) {
      properties.putAll(info);
    }
    try {
      connections.add(connection.id, createConnection(url, properties));
    } catch (SQLException e) {
      throw new RemoteFailure(e);
    }
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
      ConnectionHandle connection, Statement statement, @Nullable Signature signature)
      throws SQLException {
    int id = getStatementIdGenerator().getAndIncrement();
    connections.get(connection.id).add(id, new ServerStatement(statement));
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
    ServerStatement statement = connections.statement(handle);
    return statement.serve(
        jdbc -> {
          statement.forgetResult();
          limitRows(jdbc, maxRowCount);
          jdbc.execute(sql);
          return result(handle, statement, jdbc, sql, List.of());
        });
  }

  @Override
  public ExecuteResult execute(
      StatementHandle handle, @Nullable List<TypedValue> parameters, int maxRowsInFirstFrame)
      throws NoSuchStatementException {
    ServerStatement statement = connections.statement(handle);
    return statement.serve(
        jdbc -> {
          PreparedStatement prepared = prepared(jdbc);
          statement.forgetResult();
          if (parameters != null) {
            bind(prepared, parameters, value -> value.toJdbc(DateTimeUtils.calendar()));
          }
          prepared.execute();
          String sql = handle.signature == null ? null : handle.signature.sql;
          return result(handle, statement, jdbc, sql, parameters(prepared.getParameterMetaData()));
        });
  }

  private static PreparedStatement prepared(Statement statement) throws SQLException {
    if (statement instanceof PreparedStatement prepared) {
      return prepared;
    }
    throw new SQLException("the statement was not prepared", "26000");
  }

  /** Sets the parameters of a statement; what a client sends as a value may be none. */
  private static <T> void bind(
      PreparedStatement statement, List<T> values, Function<T, @Nullable Object> toJdbc)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      Object value;
      try {
        value = toJdbc.apply(values.get(i));
      } catch (RuntimeException e) {
        throw new SQLException(
            "parameter %d is not a value of the type that it is said to be".formatted(i + 1),
            ErrorCode.INVALID_ARGUMENT.sqlState(),
            ErrorCode.INVALID_ARGUMENT.vendorCode());
      }
      statement.setObject(i + 1, value);
    }
  }

  private static ExecuteResult result(
      StatementHandle handle,
      ServerStatement statement,
      Statement jdbc,
      @Nullable String sql,
      List<AvaticaParameter> parameters)
      throws SQLException {
    ResultSet rows = jdbc.getResultSet();
    if (rows == null) {
      long count = Math.max(0, jdbc.getLargeUpdateCount());
      return new ExecuteResult(List.of(MetaResultSet.count(handle.connectionId, handle.id, count)));
    }
    statement.begin(rows);
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
      throws NoSuchStatementException {
    ServerStatement statement = connections.statement(handle);
    return statement.serve(jdbc -> statement.nextFrame(WireFormat.OF_REQUEST.get()));
  }

  /**
   * Refuses to run a query again and skip the rows that the client has had, as Avatica does for
   * results that are lost: the rows may come in another order, or be others.
   */
  @Override
  public boolean syncResults(StatementHandle handle, QueryState state, long offset)
      throws NoSuchStatementException {
    connections.statement(handle);
    throw new RemoteFailure(
        new SQLException("the result is lost: execute the statement again", "24000"));
  }

  @Override
  public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle handle, List<String> commands)
      throws NoSuchStatementException {
    ServerStatement statement = connections.statement(handle);
    return statement.serve(
        jdbc -> {
          statement.forgetResult();
          jdbc.clearBatch();
          for (String command : commands) {
            jdbc.addBatch(command);
          }
          return new ExecuteBatchResult(jdbc.executeLargeBatch());
        });
  }

  @Override
  public ExecuteBatchResult executeBatch(StatementHandle handle, List<List<TypedValue>> rows)
      throws NoSuchStatementException {
    return executeBatch(handle, rows, value -> value.toJdbc(DateTimeUtils.calendar()));
  }

  @Override
  public ExecuteBatchResult executeBatchProtobuf(StatementHandle handle, List<UpdateBatch> rows)
      throws NoSuchStatementException {
    return executeBatch(
        handle,
        rows.stream().map(UpdateBatch::getParameterValuesList).toList(),
        value -> TypedValue.protoToJdbc(value, DateTimeUtils.calendar()));
  }

  private <T> ExecuteBatchResult executeBatch(
      StatementHandle handle, List<List<T>> rows, Function<T, @Nullable Object> toJdbc)
      throws NoSuchStatementException {
    ServerStatement statement = connections.statement(handle);
    return statement.serve(
        jdbc -> {
          PreparedStatement prepared = prepared(jdbc);
          statement.forgetResult();
          prepared.clearBatch();
          for (List<T> row : rows) {
            bind(prepared, row, toJdbc);
            prepared.addBatch();
          }
          return new ExecuteBatchResult(prepared.executeLargeBatch());
        });
  }

  /** JDBC's limit of 0 means none, Avatica's is any negative number. */
  private static void limitRows(Statement statement, long maxRowCount) throws SQLException {
    statement.setLargeMaxRows(Math.max(0, maxRowCount));
  }

  @Override
  public void closeStatement(StatementHandle handle) {
    ClientConnection connection = connections.find(handle.connectionId);
    ServerStatement statement = connection == null ? null : connection.remove(handle.id);
    if (statement != null) {
      try {
        statement.close();
      } catch (SQLException e) {
        throw new RemoteFailure(e);
      }
    }
  }

  @Override
  public void closeConnection(ConnectionHandle handle) {
    ClientConnection connection = connections.remove(handle.id);
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new RemoteFailure(e);
      }
    }
  }

  /** Closes the result of a metadata request, all of whose rows have been read. */
  void forgetMetadata(int statementId) {
    if (getStatementCache().getIfPresent(statementId) != null) {
      super.closeStatement(new StatementHandle("", statementId, null));
    }
  }
}
