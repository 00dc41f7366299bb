package dev.paceline.calcite.function;

import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * {@code CURRENT_TIMESTAMP}, which is a moment in PostgreSQL, DuckDB and the standard. Calcite's
 * own function gives a timestamp without a time zone.
 */
public final class CurrentMomentOperator extends SqlFunction {
  public static final CurrentMomentOperator INSTANCE = new CurrentMomentOperator();

  private CurrentMomentOperator() {
    super(
        "CURRENT_TIMESTAMP",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.explicit(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE),
        null,
        OperandTypes.NILADIC,
        SqlFunctionCategory.TIMEDATE);
  }

  @Override
  public SqlSyntax getSyntax() {
    return SqlSyntax.FUNCTION_ID;
  }

  /** Each execution has another value. */
  @Override
  public boolean isDynamicFunction() {
    return true;
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }
}
