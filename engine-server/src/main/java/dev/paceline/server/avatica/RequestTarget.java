package dev.paceline.server.avatica;

import java.util.List;
import org.apache.calcite.avatica.remote.Service.CatalogsRequest;
import org.apache.calcite.avatica.remote.Service.CloseConnectionRequest;
import org.apache.calcite.avatica.remote.Service.CloseStatementRequest;
import org.apache.calcite.avatica.remote.Service.ColumnsRequest;
import org.apache.calcite.avatica.remote.Service.CommitRequest;
import org.apache.calcite.avatica.remote.Service.ConnectionSyncRequest;
import org.apache.calcite.avatica.remote.Service.CreateStatementRequest;
import org.apache.calcite.avatica.remote.Service.DatabasePropertyRequest;
import org.apache.calcite.avatica.remote.Service.ExecuteBatchRequest;
import org.apache.calcite.avatica.remote.Service.ExecuteRequest;
import org.apache.calcite.avatica.remote.Service.FetchRequest;
import org.apache.calcite.avatica.remote.Service.OpenConnectionRequest;
import org.apache.calcite.avatica.remote.Service.PrepareAndExecuteBatchRequest;
import org.apache.calcite.avatica.remote.Service.PrepareAndExecuteRequest;
import org.apache.calcite.avatica.remote.Service.PrepareRequest;
import org.apache.calcite.avatica.remote.Service.Request;
import org.apache.calcite.avatica.remote.Service.RollbackRequest;
import org.apache.calcite.avatica.remote.Service.SchemasRequest;
import org.apache.calcite.avatica.remote.Service.SyncResultsRequest;
import org.apache.calcite.avatica.remote.Service.TableTypesRequest;
import org.apache.calcite.avatica.remote.Service.TablesRequest;
import org.apache.calcite.avatica.remote.Service.TypeInfoRequest;
import org.jspecify.annotations.Nullable;

/**
 * The object that a request is about. Both serialisations accept requests without some fields, so
 * that required fields are checked here, before anything is done for the request.
 *
 * @param connectionId of the Avatica connection
 * @param statementId of the statement; {@link #NO_STATEMENT} if it is about none that exists
 * @param prepares whether it waits for the planner, and may be interrupted
 */
record RequestTarget(String connectionId, int statementId, boolean prepares) {
  /** The id of a statement in a request without one, in both serialisations. */
  static final int NO_STATEMENT = 0;

  /**
   * Checks a request.
   *
   * @throws BadRequest if it lacks a part; the message says which
   */
  static RequestTarget of(Request request) {
    return switch (request) {
      case CatalogsRequest r -> connection(r.connectionId);
      case SchemasRequest r -> connection(r.connectionId);
      case TablesRequest r -> {
        if (r.typeList != null) {
          requireAll(r.typeList, "typeList");
        }
        yield connection(r.connectionId);
      }
      case TableTypesRequest r -> connection(r.connectionId);
      case TypeInfoRequest r -> connection(r.connectionId);
      case ColumnsRequest r -> connection(r.connectionId);
      case DatabasePropertyRequest r -> connection(r.connectionId);
      case CommitRequest r -> connection(r.connectionId);
      case RollbackRequest r -> connection(r.connectionId);
      case CreateStatementRequest r -> connection(r.connectionId);
      case CloseConnectionRequest r -> connection(r.connectionId);
      case OpenConnectionRequest r -> {
        if (r.info != null) {
          r.info.forEach((name, value) -> require(value, "the value of the property " + name));
        }
        yield connection(r.connectionId);
      }
      case ConnectionSyncRequest r -> {
        require(r.connProps, "connProps");
        yield connection(r.connectionId);
      }
      case PrepareRequest r -> {
        require(r.sql, "sql");
        yield new RequestTarget(requireId(r.connectionId), NO_STATEMENT, true);
      }
      case PrepareAndExecuteRequest r -> {
        require(r.sql, "sql");
        yield statement(r.connectionId, r.statementId);
      }
      case ExecuteRequest r -> {
        require(r.statementHandle, "statementHandle");
        if (r.parameterValues != null) {
          requireAll(r.parameterValues, "parameterValues");
        }
        yield statement(r.statementHandle.connectionId, r.statementHandle.id);
      }
      case FetchRequest r -> {
        if (r.offset < 0) {
          throw new BadRequest("offset is negative");
        }
        yield statement(r.connectionId, r.statementId);
      }
      case CloseStatementRequest r -> statement(r.connectionId, r.statementId);
      case SyncResultsRequest r -> statement(r.connectionId, r.statementId);
      case PrepareAndExecuteBatchRequest r -> {
        requireAll(r.sqlCommands, "sqlCommands");
        yield statement(r.connectionId, r.statementId);
      }
      case ExecuteBatchRequest r -> {
        if (!r.hasProtoUpdateBatches()) {
          requireAll(r.parameterValues, "parameterValues");
          r.parameterValues.forEach(row -> requireAll(row, "parameterValues"));
        }
        yield statement(r.connectionId, r.statementId);
      }
      default -> throw new BadRequest("the server does not know this request");
    };
  }

  private static RequestTarget connection(@Nullable String id) {
    return new RequestTarget(requireId(id), NO_STATEMENT, false);
  }

  private static RequestTarget statement(@Nullable String connectionId, int id) {
    if (id <= NO_STATEMENT) {
      throw new BadRequest("statementId is missing or not positive");
    }
    return new RequestTarget(requireId(connectionId), id, false);
  }

  private static String requireId(@Nullable String connectionId) {
    if (connectionId == null || connectionId.isEmpty()) {
      throw new BadRequest("connectionId is missing");
    }
    return connectionId;
  }

  private static void require(@Nullable Object value, String what) {
    if (value == null) {
      throw new BadRequest(what + " is missing");
    }
  }

  private static void requireAll(@Nullable List<? extends @Nullable Object> values, String what) {
    require(values, what);
    values.forEach(value -> require(value, "an element of " + what));
  }
}
