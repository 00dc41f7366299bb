package dev.paceline.core.expr.function;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeKind;
import java.math.BigInteger;
import java.util.List;

/** Dates, times and timestamps with intervals. */
final class TemporalArithmetic {
  private TemporalArithmetic() {}

  static boolean applies(ArithmeticOperator operator, DataType left, DataType right) {
    return isTemporal(left)
        || isTemporal(right)
        || (operator == ArithmeticOperator.DIVIDE || operator == ArithmeticOperator.MULTIPLY)
            && isInterval(left)
            && right.kind() == TypeKind.DECIMAL;
  }

  private static boolean isTemporal(DataType type) {
    return switch (type.kind()) {
      case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> true;
      default -> false;
    };
  }

  private static boolean isInterval(DataType type) {
    return type.kind() == TypeKind.INTERVAL_MICROS || type.kind() == TypeKind.INTERVAL_MONTHS;
  }

  static Expression of(
      ArithmeticOperator operator, DataType result, Expression left, Expression right) {
    if (isInterval(left.type()) && right.type().kind() == TypeKind.DECIMAL) {
      // The interval's unit is whole: a decimal factor or divisor rounds half away from zero.
      DataType number = DataType.decimal(19, 0);
      return Casts.cast(
          Arithmetic.of(operator, number, Casts.relabel(left, DataType.INT64), right), result);
    }
    boolean subtract = operator == ArithmeticOperator.SUBTRACT;
    if (subtract && isTemporal(left.type()) && isTemporal(right.type())) {
      return difference(result, left, right);
    }
    if (operator == ArithmeticOperator.ADD && isTemporal(left.type()) && isInterval(right.type())
        || subtract && isTemporal(left.type()) && isInterval(right.type())) {
      return move(operator, result, left, right);
    }
    if (operator == ArithmeticOperator.ADD && isInterval(left.type())) {
      return move(operator, result, right, left);
    }
    if (operator == ArithmeticOperator.ADD || subtract) {
      // DATE ± days.
      return new IntegralOperation(operator, result, left, right);
    }
    throw new PacelineException(
        ErrorCode.TYPE_MISMATCH,
        left.type() + " " + operator.symbol() + " " + right.type() + " is not defined");
  }

  private static Expression move(
      ArithmeticOperator operator, DataType result, Expression time, Expression interval) {
    long sign = operator == ArithmeticOperator.SUBTRACT ? -1 : 1;
    TypeKind kind = time.type().kind();
    if (kind != result.kind() && result.kind() != TypeKind.TIME) {
      return move(operator, result, Casts.cast(time, result), interval);
    }
    if (interval.type().kind() == TypeKind.INTERVAL_MONTHS) {
      if (kind == TypeKind.DATE
          && time instanceof Literal day
          && interval instanceof Literal months
          && !day.isNull()
          && !months.isNull()) {
        // A bound of a range, as in date '1994-01-01' + interval '1' year: cannot fail later.
        return Literal.of(
            result,
            CivilDate.plusMonths(day.unscaled().longValue(), sign * months.unscaled().longValue()));
      }
      return kind == TypeKind.DATE
          ? call(
              "ADD_MONTHS",
              result,
              time,
              interval,
              (a, row) -> CivilDate.plusMonths(a[0].getLong(row), sign * a[1].getLong(row)))
          : call(
              "ADD_MONTHS",
              result,
              time,
              interval,
              (a, row) -> Micros.plusMonths(a[0].getLong(row), sign * a[1].getLong(row)));
    }
    return switch (kind) {
      case DATE -> {
        if (interval instanceof Literal literal && !literal.isNull()) {
          BigInteger days = BigInteger.valueOf(literal.unscaled().longValue() / Micros.PER_DAY);
          yield new IntegralOperation(
              operator, result, time, Literal.ofUnscaled(DataType.INT64, days));
        }
        yield call(
            "ADD_DAYS",
            result,
            time,
            interval,
            (a, row) -> a[0].getLong(row) + sign * (a[1].getLong(row) / Micros.PER_DAY));
      }
      case TIME ->
          call(
              "ADD_MICROS",
              result,
              time,
              interval,
              (a, row) ->
                  Math.floorMod(
                      a[0].getLong(row) + sign * (a[1].getLong(row) % Micros.PER_DAY),
                      Micros.PER_DAY));
      default -> new IntegralOperation(operator, result, time, interval);
    };
  }

  private static Expression difference(DataType result, Expression left, Expression right) {
    boolean dates = left.type().kind() == TypeKind.DATE && right.type().kind() == TypeKind.DATE;
    if (result.kind() == TypeKind.INTERVAL_MONTHS) {
      Expression from = Casts.cast(right, DataType.TIMESTAMP);
      Expression to = Casts.cast(left, DataType.TIMESTAMP);
      return call(
          "MONTHS_BETWEEN",
          result,
          from,
          to,
          (a, row) -> monthsBetween(a[0].getLong(row), a[1].getLong(row)));
    }
    if (dates && result.kind() != TypeKind.INTERVAL_MICROS) {
      return new IntegralOperation(ArithmeticOperator.SUBTRACT, result, left, right);
    }
    if (dates) {
      Expression days =
          new IntegralOperation(ArithmeticOperator.SUBTRACT, DataType.INT64, left, right);
      return new IntegralOperation(
          ArithmeticOperator.MULTIPLY,
          result,
          days,
          Literal.ofUnscaled(DataType.INT64, BigInteger.valueOf(Micros.PER_DAY)));
    }
    boolean times = left.type().kind() == TypeKind.TIME;
    DataType common = times ? DataType.TIME : DataType.TIMESTAMP;
    return new IntegralOperation(
        ArithmeticOperator.SUBTRACT, result, Casts.cast(left, common), Casts.cast(right, common));
  }

  /** Complete months from one timestamp to another. */
  static long monthsBetween(long from, long to) {
    long fromDay = Micros.toDay(from);
    long toDay = Micros.toDay(to);
    long months =
        (CivilDate.year(toDay) - CivilDate.year(fromDay)) * 12
            + CivilDate.month(toDay)
            - CivilDate.month(fromDay);
    long fromRest = CivilDate.day(fromDay) * Micros.PER_DAY + Micros.toTimeOfDay(from);
    long toRest = CivilDate.day(toDay) * Micros.PER_DAY + Micros.toTimeOfDay(to);
    if (months > 0 && toRest < fromRest) {
      return months - 1;
    }
    return months < 0 && toRest > fromRest ? months + 1 : months;
  }

  private static Expression call(
      String name,
      DataType result,
      Expression first,
      Expression second,
      RowFunctions.LongFunction function) {
    return new FunctionCall(
        name,
        result,
        List.of(first, second),
        true,
        RowFunctions.checkedLongs(
            result,
            (a, row) -> {
              try {
                return function.apply(a, row);
              } catch (ArithmeticException e) {
                throw new PacelineException(
                    ErrorCode.NUMERIC_OVERFLOW, name + " leaves the range of " + result, e);
              }
            }));
  }
}
