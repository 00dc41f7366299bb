package dev.paceline.core.expr.function;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.Overflow;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;

/** Lowers arithmetic on mixed operands to operations on equal ones. */
public final class Arithmetic {
  private Arithmetic() {}

  public static Expression of(
      ArithmeticOperator operator, DataType result, Expression left, Expression right) {
    if (IntervalArithmetic.applies(left.type(), right.type())) {
      return IntervalArithmetic.of(operator, left, right);
    }
    if (TemporalArithmetic.applies(left.type(), right.type())) {
      return TemporalArithmetic.of(operator, result, left, right);
    }
    if (left.type().family() == TypeFamily.FLOATING
        || right.type().family() == TypeFamily.FLOATING
        || result.family() == TypeFamily.FLOATING) {
      return floating(operator, result, left, right);
    }
    if (left.type().family() != TypeFamily.INTEGRAL
        || right.type().family() != TypeFamily.INTEGRAL) {
      throw new PacelineException(
          ErrorCode.TYPE_MISMATCH,
          left.type() + " " + operator.symbol() + " " + right.type() + " is not defined");
    }
    return switch (operator) {
      case ADD, SUBTRACT -> sum(operator, result, left, right);
      case MULTIPLY -> product(result, left, right);
      case DIVIDE -> division(result, left, right);
      case MODULO -> remainder(result, left, right);
    };
  }

  private static Expression floating(
      ArithmeticOperator operator, DataType result, Expression left, Expression right) {
    DataType type = result.family() == TypeFamily.FLOATING ? result : DataType.FLOAT64;
    List<Expression> operands =
        List.of(Casts.cast(left, DataType.FLOAT64), Casts.cast(right, DataType.FLOAT64));
    boolean failing =
        operator == ArithmeticOperator.DIVIDE || operator == ArithmeticOperator.MODULO;
    Expression operation =
        new FunctionCall(
            operator.name(),
            type,
            operands,
            failing,
            context -> new DoubleOperation(operator, type, context));
    return Casts.cast(operation, result);
  }

  private static Expression sum(
      ArithmeticOperator operator, DataType result, Expression left, Expression right) {
    int scale = Math.max(scale(left), scale(right));
    if (scale == RowFunctions.scale(result)) {
      return new IntegralOperation(
          operator, result, rescaleUp(left, scale), rescaleUp(right, scale));
    }
    DataType wide = DataType.decimal(DataType.MAX_DECIMAL_PRECISION, scale);
    return Casts.cast(
        new IntegralOperation(operator, wide, rescaleUp(left, scale), rescaleUp(right, scale)),
        result);
  }

  private static Expression product(DataType result, Expression left, Expression right) {
    int scale = scale(left) + scale(right);
    int missing = RowFunctions.scale(result) - scale;
    if (missing >= 0) {
      // A constant gets the missing digits once.
      boolean constantLeft = left instanceof Literal;
      return new IntegralOperation(
          ArithmeticOperator.MULTIPLY,
          result,
          constantLeft ? rescaleUp(left, scale(left) + missing) : left,
          constantLeft ? right : rescaleUp(right, scale(right) + missing));
    }
    return exact("MULTIPLY", result, left, right, (a, b) -> rescale(a.multiply(b), scale, result));
  }

  private static Expression division(DataType result, Expression left, Expression right) {
    if (scale(left) == 0 && scale(right) == 0 && RowFunctions.scale(result) == 0) {
      if (result.kind() != TypeKind.DECIMAL && left.type().fitsLong() && right.type().fitsLong()) {
        if (isConstantDivisor(right)) {
          long divisor = ((Literal) right).unscaled().longValue();
          return ConstantDivision.of(
              "DIVIDE", ConstantDivision.Result.QUOTIENT, result, left, divisor);
        }
        return new FunctionCall(
            "DIVIDE",
            result,
            List.of(left, right),
            true,
            RowFunctions.checkedLongs(
                result, (a, row) -> quotient(a[0].getLong(row), a[1].getLong(row), result)));
      }
      if (result.kind() != TypeKind.DECIMAL) {
        return exact("DIVIDE", result, left, right, (a, b) -> a.divide(nonZero(b)));
      }
    }
    // left / 10^l / (right / 10^r) = left × 10^(r - l + s) / right / 10^s
    int shift = scale(right) - scale(left) + RowFunctions.scale(result);
    if (right instanceof Literal literal && !literal.isNull() && shift >= 0) {
      BigInteger divisor = literal.unscaled();
      BigInteger power = Int128.powerOfTen(shift);
      boolean exact = divisor.signum() != 0 && power.mod(divisor.abs()).signum() == 0;
      BigInteger factor = exact ? power.divide(divisor) : BigInteger.ZERO;
      BigInteger limit = Int128.maxUnscaled(DataType.MAX_DECIMAL_PRECISION);
      if (exact && factor.abs().compareTo(limit) <= 0) {
        // Nothing is to be rounded.
        DataType factorType =
            DataType.decimal(Math.min(DataType.MAX_DECIMAL_PRECISION, shift + 1), 0);
        return new IntegralOperation(
            ArithmeticOperator.MULTIPLY, result, left, Literal.ofUnscaled(factorType, factor));
      }
    }
    return new FunctionCall(
        "DIVIDE",
        result,
        List.of(left, right),
        true,
        context -> new DecimalQuotient(result, shift, context));
  }

  private static boolean isConstantDivisor(Expression divisor) {
    return divisor instanceof Literal literal
        && !literal.isNull()
        && ConstantDivision.supports(literal.unscaled().longValue());
  }

  private static long quotient(long dividend, long divisor, DataType type) {
    if (divisor == 0) {
      throw RowFunctions.divisionByZero();
    }
    if (dividend == Long.MIN_VALUE && divisor == -1) {
      throw Overflow.of("9223372036854775808", type);
    }
    return dividend / divisor;
  }

  private static Expression remainder(DataType result, Expression left, Expression right) {
    int scale = Math.max(scale(left), scale(right));
    if (scale == 0
        && RowFunctions.scale(result) == 0
        && left.type().fitsLong()
        && right.type().fitsLong()
        && result.fitsLong()) {
      if (isConstantDivisor(right)) {
        long divisor = ((Literal) right).unscaled().longValue();
        return ConstantDivision.of("MOD", ConstantDivision.Result.REMAINDER, result, left, divisor);
      }
      return new FunctionCall(
          "MOD",
          result,
          List.of(left, right),
          true,
          RowFunctions.checkedLongs(
              result,
              (a, row) -> {
                long divisor = a[1].getLong(row);
                if (divisor == 0) {
                  throw RowFunctions.divisionByZero();
                }
                return a[0].getLong(row) % divisor;
              }));
    }
    BigInteger leftFactor = Int128.powerOfTen(scale - scale(left));
    BigInteger rightFactor = Int128.powerOfTen(scale - scale(right));
    return exact(
        "MOD",
        result,
        left,
        right,
        (a, b) ->
            rescale(
                a.multiply(leftFactor).remainder(nonZero(b).multiply(rightFactor)), scale, result));
  }

  public static Expression negate(DataType result, Expression operand) {
    if (operand.type().kind() == TypeKind.INTERVAL) {
      return IntervalArithmetic.negate(operand);
    }
    if (operand.type().family() == TypeFamily.FLOATING) {
      Expression negated =
          new FunctionCall(
              "NEGATE",
              operand.type(),
              List.of(operand),
              false,
              RowFunctions.doubles((a, row) -> -a[0].getDouble(row)));
      return Casts.cast(negated, result);
    }
    DataType zero =
        operand.type().kind() == TypeKind.DECIMAL
            ? DataType.decimal(Math.max(1, operand.type().scale()), operand.type().scale())
            : operand.type();
    return sum(
        ArithmeticOperator.SUBTRACT, result, Literal.ofUnscaled(zero, BigInteger.ZERO), operand);
  }

  /** An exact result by way of big integers, for rare shapes. */
  private static Expression exact(
      String name, DataType result, Expression left, Expression right, ExactOperation operation) {
    return new FunctionCall(
        name,
        result,
        List.of(left, right),
        true,
        RowFunctions.unscaled(
            result,
            (a, row) ->
                operation.apply(
                    RowFunctions.unscaledValue(a[0], row), RowFunctions.unscaledValue(a[1], row))));
  }

  /** An operation on unscaled values. */
  private interface ExactOperation {
    BigInteger apply(BigInteger left, BigInteger right);
  }

  /**
   * The same values with more digits behind the point; the type keeps its digits before it while
   * there is room.
   */
  public static Expression rescaleUp(Expression operand, int scale) {
    int more = scale - scale(operand);
    if (more == 0) {
      return operand;
    }
    if (operand instanceof Literal literal && !literal.isNull()) {
      BigInteger unscaled = literal.unscaled().multiply(Int128.powerOfTen(more));
      int digits = unscaled.abs().toString().length();
      if (digits <= DataType.MAX_DECIMAL_PRECISION) {
        return Literal.ofUnscaled(
            DataType.decimal(Math.max(digits, Math.max(scale, 1)), scale), unscaled);
      }
    }
    int precision = Math.min(DataType.MAX_DECIMAL_PRECISION, precision(operand.type()) + more);
    DataType power = DataType.decimal(Math.min(38, more + 1), 0);
    return new IntegralOperation(
        ArithmeticOperator.MULTIPLY,
        DataType.decimal(Math.max(precision, scale), scale),
        operand,
        Literal.ofUnscaled(power, Int128.powerOfTen(more)));
  }

  /** The decimal digits that values of an INTEGRAL type may have. */
  public static int precision(DataType type) {
    return switch (type.kind()) {
      case INT8 -> 3;
      case INT16 -> 5;
      case INT32, DATE -> 10;
      case TIME -> 11;
      case DECIMAL -> type.precision();
      case INTERVAL -> DataType.MAX_DECIMAL_PRECISION;
      default -> 19;
    };
  }

  private static int scale(Expression expression) {
    return RowFunctions.scale(expression.type());
  }

  /** Brings an unscaled value to the scale of a type, rounding half away from zero. */
  static BigInteger rescale(BigInteger unscaled, int scale, DataType type) {
    return new BigDecimal(unscaled, scale)
        .setScale(RowFunctions.scale(type), RoundingMode.HALF_UP)
        .unscaledValue();
  }

  private static BigInteger nonZero(BigInteger divisor) {
    if (divisor.signum() == 0) {
      throw RowFunctions.divisionByZero();
    }
    return divisor;
  }

  /** A value as a decimal number. */
  public static BigDecimal decimal(ColumnVector vector, int row) {
    return new BigDecimal(
        RowFunctions.unscaledValue(vector, row), RowFunctions.scale(vector.type()));
  }
}
