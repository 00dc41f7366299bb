package dev.paceline.core.expr.function;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.RowFunctions.IntervalFunction;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.util.List;

/** Sums and differences of intervals, and intervals × and / numbers. */
final class IntervalArithmetic {
  private static final double SECONDS_PER_DAY = Micros.PER_DAY / (double) Micros.PER_SECOND;

  private IntervalArithmetic() {}

  /** Whether an operand is an interval, and the other one is an interval or a number. */
  static boolean applies(DataType left, DataType right) {
    return isInterval(left) && (isInterval(right) || isNumber(right))
        || isNumber(left) && isInterval(right);
  }

  static boolean isInterval(DataType type) {
    return type.kind() == TypeKind.INTERVAL;
  }

  private static boolean isNumber(DataType type) {
    return type.family() == TypeFamily.FLOATING || Casts.isNumeric(type.kind());
  }

  static Expression of(ArithmeticOperator operator, Expression left, Expression right) {
    boolean intervals = isInterval(left.type()) && isInterval(right.type());
    return switch (operator) {
      case ADD, SUBTRACT -> {
        if (!intervals) {
          throw undefined(operator, left, right);
        }
        long sign = operator == ArithmeticOperator.ADD ? 1 : -1;
        yield call(
            operator.name(),
            List.of(left, right),
            (a, row, out) -> add(out.read(a[0].getHigh(row), a[0].getLong(row)), sign, a[1], row));
      }
      case MULTIPLY -> {
        if (intervals) {
          throw undefined(operator, left, right);
        }
        yield isInterval(left.type()) ? product(left, right) : product(right, left);
      }
      case DIVIDE -> {
        if (intervals || !isInterval(left.type())) {
          throw undefined(operator, left, right);
        }
        yield call(
            "DIVIDE",
            List.of(left, Casts.cast(right, DataType.FLOAT64)),
            (a, row, out) -> divide(a[0], a[1].getDouble(row), row, out));
      }
      case MODULO -> throw undefined(operator, left, right);
    };
  }

  private static Expression product(Expression interval, Expression factor) {
    boolean whole =
        factor.type().family() == TypeFamily.INTEGRAL && RowFunctions.scale(factor.type()) == 0;
    return whole
        ? call(
            "MULTIPLY",
            List.of(interval, Casts.cast(factor, DataType.INT64)),
            (a, row, out) -> add(out.set(0, 0, 0), a[1].getLong(row), a[0], row))
        : call(
            "MULTIPLY",
            List.of(interval, Casts.cast(factor, DataType.FLOAT64)),
            (a, row, out) -> multiply(a[0], a[1].getDouble(row), row, out));
  }

  static Expression negate(Expression interval) {
    return call("NEGATE", List.of(interval), (a, row, out) -> add(out.set(0, 0, 0), -1, a[0], row));
  }

  private static void add(IntervalFields sum, long factor, ColumnVector intervals, int row) {
    long low = intervals.getLong(row);
    sum.plus(
        factor,
        IntervalFields.months(low),
        IntervalFields.days(low),
        IntervalFields.micros(intervals.getHigh(row), low));
  }

  private static void multiply(ColumnVector intervals, double factor, int row, IntervalFields out) {
    out.read(intervals.getHigh(row), intervals.getLong(row));
    scale(out, out.months() * factor, out.days() * factor, out.micros() * factor);
  }

  private static void divide(ColumnVector intervals, double divisor, int row, IntervalFields out) {
    if (divisor == 0) {
      throw RowFunctions.divisionByZero();
    }
    out.read(intervals.getHigh(row), intervals.getLong(row));
    scale(out, out.months() / divisor, out.days() / divisor, out.micros() / divisor);
  }

  /**
   * Sets an interval to fields with fractions, of which smaller fields get what is behind the
   * point. Fractions of months and of days are rounded to six digits, as in PostgreSQL.
   */
  private static void scale(IntervalFields out, double months, double days, double micros) {
    long wholeMonths = whole(months);
    double daysOfMonths = sixDigits((months - wholeMonths) * IntervalFields.DAYS_PER_MONTH);
    long wholeDays = whole(days);
    double seconds =
        sixDigits((days - wholeDays + (daysOfMonths - whole(daysOfMonths))) * SECONDS_PER_DAY);
    long moreDays = 0;
    if (Math.abs(seconds) >= SECONDS_PER_DAY) {
      moreDays = (long) (seconds / SECONDS_PER_DAY);
      seconds -= moreDays * SECONDS_PER_DAY;
    }
    out.set(
        wholeMonths,
        Math.addExact(wholeDays, moreDays + whole(daysOfMonths)),
        whole(Math.rint(micros + seconds * Micros.PER_SECOND)));
  }

  private static double sixDigits(double number) {
    return Math.rint(number * Micros.PER_SECOND) / Micros.PER_SECOND;
  }

  private static long whole(double number) {
    if (!(Math.abs(number) < 0x1p63)) {
      throw new ArithmeticException("a field of an interval is no long");
    }
    return (long) number;
  }

  private static Expression call(
      String name, List<Expression> operands, IntervalFunction function) {
    return new FunctionCall(
        name,
        DataType.INTERVAL,
        operands,
        true,
        RowFunctions.intervals(
            (a, row, out) -> {
              try {
                function.apply(a, row, out);
              } catch (ArithmeticException e) {
                throw new PacelineException(
                    ErrorCode.NUMERIC_OVERFLOW, name + " leaves the range of INTERVAL", e);
              }
            }));
  }

  private static PacelineException undefined(
      ArithmeticOperator operator, Expression left, Expression right) {
    return new PacelineException(
        ErrorCode.TYPE_MISMATCH,
        left.type() + " " + operator.symbol() + " " + right.type() + " is not defined");
  }
}
