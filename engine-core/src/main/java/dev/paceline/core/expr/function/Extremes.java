package dev.paceline.core.expr.function;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.ScalarFunction;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import java.util.List;

/** GREATEST and LEAST of arguments of the result's type. */
public final class Extremes {
  private Extremes() {}

  public static Expression of(ScalarFunction function, DataType type, List<Expression> arguments) {
    int sign = function == ScalarFunction.GREATEST ? 1 : -1;
    VectorFunction.Factory factory =
        switch (type.family()) {
          case BOOLEAN ->
              RowFunctions.booleans((a, row) -> a[winner(a, row, sign)].getBoolean(row));
          case FLOATING -> RowFunctions.doubles((a, row) -> a[winner(a, row, sign)].getDouble(row));
          case INTEGRAL ->
              type.fitsLong()
                  ? RowFunctions.longs((a, row) -> a[winner(a, row, sign)].getLong(row))
                  : RowFunctions.unscaled(
                      type, (a, row) -> RowFunctions.unscaledValue(a[winner(a, row, sign)], row));
          case BYTES ->
              RowFunctions.text(
                  (a, row, out) -> {
                    ColumnVector best = a[winner(a, row, sign)];
                    out.append(best.valueHeap(), best.getView(row));
                  });
        };
    return new FunctionCall(function.name(), type, arguments, false, factory);
  }

  private static int winner(ColumnVector[] arguments, int row, int sign) {
    int best = 0;
    for (int i = 1; i < arguments.length; i++) {
      if (sign * order(arguments[i], arguments[best], row) > 0) {
        best = i;
      }
    }
    return best;
  }

  private static int order(ColumnVector a, ColumnVector b, int row) {
    return switch (a.type().family()) {
      case BOOLEAN -> Boolean.compare(a.getBoolean(row), b.getBoolean(row));
      case FLOATING -> DoubleRange.compare(a.getDouble(row), b.getDouble(row));
      case INTEGRAL ->
          Int128.compare(a.getHigh(row), a.getLong(row), b.getHigh(row), b.getLong(row));
      case BYTES ->
          Integer.signum(
              StringView.compare(a.valueHeap(), a.getView(row), b.valueHeap(), b.getView(row)));
    };
  }
}
