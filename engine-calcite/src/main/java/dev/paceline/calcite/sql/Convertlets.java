package dev.paceline.calcite.sql;

import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/**
 * How calls become expressions: as Calcite does it, but for averages and variances of window
 * functions, which stay what they are. Calcite makes sums of squares of them, which lose the digits
 * of large values and DISTINCT.
 */
final class Convertlets {
  private Convertlets() {}

  static @Nullable SqlRexConvertlet of(SqlCall call) {
    return switch (call.getKind()) {
      case AVG, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP ->
          (context, aggregate) ->
              StandardConvertletTable.INSTANCE.convertAggregateFunction(
                  context, (SqlAggFunction) aggregate.getOperator(), aggregate);
      default -> StandardConvertletTable.INSTANCE.get(call);
    };
  }
}
