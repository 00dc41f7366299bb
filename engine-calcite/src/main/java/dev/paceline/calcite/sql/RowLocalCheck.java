package dev.paceline.calcite.sql;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Refuses expressions whose value depends on more than one row, where a definition or a single row
 * is all that there is: defaults, checks and the values of an INSERT. Stateless.
 */
final class RowLocalCheck extends SqlBasicVisitor<@Nullable Void> {
  static final RowLocalCheck INSTANCE = new RowLocalCheck();

  private RowLocalCheck() {}

  @Override
  public @Nullable Void visit(SqlCall call) {
    if (call.getKind().belongsTo(SqlKind.QUERY)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "a sub-query is not supported here; write a value, or an expression of the row's"
              + " columns");
    }
    if (call.getOperator() instanceof SqlAggFunction || call.getKind() == SqlKind.OVER) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          call.getOperator().getName()
              + " needs several rows, but the expression is computed from one; use functions of a"
              + " single row");
    }
    return super.visit(call);
  }

  @Override
  public @Nullable Void visit(SqlDynamicParam parameter) {
    throw new PacelineException(
        ErrorCode.INVALID_STATEMENT, "a parameter has no value here; write the value");
  }
}
