package dev.paceline.calcite.session;

import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that was parsed, checked and planned. Stays valid; it is planned anew when tables
 * change.
 */
public final class PreparedSql {
  private final String sql;
  private final StatementPlan plan;
  private final @Nullable Object state;

  /**
   * @param state of the session's catalog before the plan was made
   */
  PreparedSql(String sql, StatementPlan plan, @Nullable Object state) {
    this.sql = sql;
    this.plan = plan;
    this.state = state;
  }

  @Nullable Object state() {
    return state;
  }

  public String sql() {
    return sql;
  }

  StatementPlan plan() {
    return plan;
  }

  /** Whether executing it gives rows, not a count. */
  public boolean returnsRows() {
    return plan.returnsRows();
  }

  /** The columns of the result; none if it gives no rows. */
  public List<ResultColumn> columns() {
    if (plan instanceof StatementPlan.Deferred) {
      throw untyped();
    }
    return plan.columns();
  }

  public int parameterCount() {
    return plan.parameterCount();
  }

  /** Returns the types of the parameters. */
  public List<DataType> parameterTypes() {
    if (plan instanceof StatementPlan.Deferred) {
      throw untyped();
    }
    return plan.parameterTypes().stream().map(TypeMapping::toDataType).toList();
  }

  private static PacelineException untyped() {
    return new PacelineException(
        ErrorCode.INVALID_STATEMENT,
        "the statement does not tell the types of its parameters: write CAST(? AS type)");
  }
}
