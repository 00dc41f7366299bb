package dev.paceline.calcite.rex;

import java.util.List;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Makes calls of aggregate functions that have neither DISTINCT nor a filter nor an order. */
public final class PlainCalls {
  private PlainCalls() {}

  /**
   * Returns the call of a function.
   *
   * @param columns the positions of its arguments
   */
  public static AggregateCall of(
      SqlAggFunction function, List<Integer> columns, RelDataType type, @Nullable String name) {
    return AggregateCall.create(
        function,
        false,
        false,
        false,
        List.of(),
        columns,
        -1,
        null,
        RelCollations.EMPTY,
        type,
        name);
  }

  /** Returns the call that counts rows. */
  public static AggregateCall countOfRows(RelDataTypeFactory types) {
    return of(SqlStdOperatorTable.COUNT, List.of(), types.createSqlType(SqlTypeName.BIGINT), null);
  }
}
