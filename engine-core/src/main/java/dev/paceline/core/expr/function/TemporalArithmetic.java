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
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeKind;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Dates, times and timestamps with intervals. */
final class TemporalArithmetic {
  private TemporalArithmetic() {}

  static boolean applies(DataType left, DataType right) {
    return isTemporal(left) || isTemporal(right);
  }

  private static boolean isTemporal(DataType type) {
    return switch (type.kind()) {
      case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> true;
      default -> false;
    };
  }

  static Expression of(
      ArithmeticOperator operator, DataType result, Expression left, Expression right) {
    boolean subtract = operator == ArithmeticOperator.SUBTRACT;
    if (subtract && isTemporal(left.type()) && isTemporal(right.type())) {
      return difference(result, left, right);
    }
    boolean add = operator == ArithmeticOperator.ADD;
    if ((add || subtract) && IntervalArithmetic.isInterval(right.type())) {
      return move(operator, result, left, right);
    }
    if (add && IntervalArithmetic.isInterval(left.type())) {
      return move(operator, result, right, left);
    }
    if (add || subtract) {
      // DATE ± days.
      return new IntegralOperation(operator, result, left, right);
    }
    throw new PacelineException(
        ErrorCode.TYPE_MISMATCH,
        left.type() + " " + operator.symbol() + " " + right.type() + " is not defined");
  }

  private static Expression move(
      ArithmeticOperator operator, DataType result, Expression time, Expression interval) {
    TypeKind kind = time.type().kind();
    if (kind != result.kind() && result.kind() != TypeKind.TIME) {
      return move(operator, result, Casts.cast(time, result), interval);
    }
    long sign = operator == ArithmeticOperator.SUBTRACT ? -1 : 1;
    if (interval instanceof Literal literal && !literal.isNull()) {
      Expression moved =
          moveByConstant(
              operator, result, time, new IntervalFields().read(literal.unscaled()), sign);
      if (moved != null) {
        return moved;
      }
    }
    return switch (kind) {
      case DATE ->
          call(
              "ADD_INTERVAL",
              result,
              time,
              interval,
              (a, row) -> {
                long low = a[1].getLong(row);
                return movedDate(
                    a[0].getLong(row),
                    sign,
                    IntervalFields.months(low),
                    IntervalFields.days(low),
                    IntervalFields.micros(a[1].getHigh(row), low));
              });
      case TIME ->
          call(
              "ADD_INTERVAL",
              result,
              time,
              interval,
              (a, row) ->
                  Math.floorMod(
                      a[0].getLong(row)
                          + sign
                              * (IntervalFields.micros(a[1].getHigh(row), a[1].getLong(row))
                                  % Micros.PER_DAY),
                      Micros.PER_DAY));
      default ->
          call(
              "ADD_INTERVAL",
              result,
              time,
              interval,
              (a, row) -> {
                long low = a[1].getLong(row);
                return Micros.plus(
                    a[0].getLong(row),
                    sign,
                    IntervalFields.months(low),
                    IntervalFields.days(low),
                    IntervalFields.micros(a[1].getHigh(row), low));
              });
    };
  }

  /**
   * Returns a date or a timestamp that a constant interval moves, as an operation of integers or as
   * a constant; null if it takes a function.
   */
  private static @Nullable Expression moveByConstant(
      ArithmeticOperator operator,
      DataType result,
      Expression time,
      IntervalFields interval,
      long sign) {
    boolean date = time.type().kind() == TypeKind.DATE;
    if (date && time instanceof Literal day && !day.isNull()) {
      // A bound of a range, as in date '1994-01-01' + interval '1' year: cannot fail later.
      return Literal.of(
          result,
          movedDate(
              day.unscaled().longValue(),
              sign,
              interval.months(),
              interval.days(),
              interval.micros()));
    }
    if (interval.months() != 0 || time.type().kind() == TypeKind.TIME) {
      return null;
    }
    long distance = date ? interval.days() + interval.micros() / Micros.PER_DAY : interval.length();
    return new IntegralOperation(
        operator, result, time, Literal.ofUnscaled(DataType.INT64, BigInteger.valueOf(distance)));
  }

  private static long movedDate(long day, long sign, long months, long days, long micros) {
    long moved = months == 0 ? day : CivilDate.plusMonths(day, sign * months);
    return moved + sign * (days + micros / Micros.PER_DAY);
  }

  private static Expression difference(DataType result, Expression left, Expression right) {
    boolean dates = left.type().kind() == TypeKind.DATE && right.type().kind() == TypeKind.DATE;
    if (result.kind() != TypeKind.INTERVAL) {
      return new IntegralOperation(ArithmeticOperator.SUBTRACT, result, left, right);
    }
    boolean times = left.type().kind() == TypeKind.TIME;
    DataType common = times || dates ? left.type() : DataType.TIMESTAMP;
    long unit = dates ? Micros.PER_DAY : 1;
    return new FunctionCall(
        "SUBTRACT",
        result,
        List.of(Casts.cast(left, common), Casts.cast(right, common)),
        true,
        RowFunctions.intervals(
            (a, row, out) -> {
              long micros = Micros.between(a[1].getLong(row), a[0].getLong(row), 1) * unit;
              if (times) {
                out.set(0, 0, micros);
              } else {
                out.ofDifference(micros);
              }
            }));
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
