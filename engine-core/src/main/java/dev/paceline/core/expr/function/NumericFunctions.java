package dev.paceline.core.expr.function;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.expr.tree.ScalarFunction;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.LaneFunctions;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.Overflow;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.kernel.DoubleKernels;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.TypeFamily;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/** The functions on numbers: exact on INTEGRAL ones where that makes sense, else on doubles. */
public final class NumericFunctions {
  private static final double LOG_2 = Math.log(2);

  /** Those that doubles have exactly. */
  private static final double[] POWERS_OF_TEN = new double[23];

  /** If a scaled number is at most this far from a tie, rounding errors may hide its true side. */
  private static final double TIE_DISTANCE = 1e-6;

  static {
    for (int i = 0; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = Int128.powerOfTen(i).doubleValue();
    }
  }

  private NumericFunctions() {}

  public static Expression call(
      ScalarFunction function, DataType result, List<Expression> arguments) {
    if (function == ScalarFunction.PI) {
      return Casts.cast(Literal.of(DataType.FLOAT64, Math.PI), result);
    }
    if (function == ScalarFunction.RANDOM) {
      return Casts.cast(new RandomNumbers(), result);
    }
    boolean integral = arguments.getFirst().type().family() == TypeFamily.INTEGRAL;
    return switch (function) {
      case ABS ->
          integral
              ? absolute(result, arguments.getFirst())
              : unary(function, result, arguments, false, Math::abs);
      case SIGN ->
          integral
              ? exact(function, result, arguments.getFirst(), v -> BigDecimal.valueOf(v.signum()))
              : unary(function, result, arguments, false, Math::signum);
      case FLOOR ->
          integral
              ? round(function, result, arguments.getFirst(), RoundingMode.FLOOR)
              : unary(function, result, arguments, false, Math::floor);
      case CEIL ->
          integral
              ? round(function, result, arguments.getFirst(), RoundingMode.CEILING)
              : unary(function, result, arguments, false, Math::ceil);
      case ROUND -> roundDigits(function, result, arguments, RoundingMode.HALF_UP);
      case TRUNCATE -> roundDigits(function, result, arguments, RoundingMode.DOWN);
      case POWER -> binary(function, result, arguments, NumericFunctions::power);
      case ATAN2 -> binary(function, result, arguments, Math::atan2);
      case SQRT ->
          transform(
              function,
              result,
              arguments,
              (source, offset, count, target) ->
                  DoubleKernels.current().squareRoots(source, offset, count, target),
              value -> !(value < 0));
      case LN ->
          transform(
              function,
              result,
              arguments,
              (source, offset, count, target) ->
                  DoubleKernels.current().naturalLogarithms(source, offset, count, target),
              value -> !(value <= 0));
      case LOG10 ->
          unary(function, result, arguments, true, v -> Math.log10(positive(function, v)));
      case LOG2 ->
          unary(function, result, arguments, true, v -> Math.log(positive(function, v)) / LOG_2);
      case CBRT -> unary(function, result, arguments, false, Math::cbrt);
      case EXP -> unary(function, result, arguments, false, Math::exp);
      case SIN -> unary(function, result, arguments, false, Math::sin);
      case COS -> unary(function, result, arguments, false, Math::cos);
      case TAN -> unary(function, result, arguments, false, Math::tan);
      case COT -> unary(function, result, arguments, true, NumericFunctions::cotangent);
      case ASIN -> unary(function, result, arguments, true, v -> Math.asin(unit(function, v)));
      case ACOS -> unary(function, result, arguments, true, v -> Math.acos(unit(function, v)));
      case ATAN -> unary(function, result, arguments, false, Math::atan);
      case SINH -> unary(function, result, arguments, false, Math::sinh);
      case COSH -> unary(function, result, arguments, false, Math::cosh);
      case TANH -> unary(function, result, arguments, false, Math::tanh);
      case DEGREES -> unary(function, result, arguments, false, Math::toDegrees);
      case RADIANS -> unary(function, result, arguments, false, Math::toRadians);
      default -> throw new IllegalArgumentException(function.name());
    };
  }

  private static Expression unary(
      ScalarFunction function,
      DataType result,
      List<Expression> arguments,
      boolean failing,
      DoubleUnaryOperator operator) {
    Expression call =
        new FunctionCall(
            function.name(),
            DataType.FLOAT64,
            List.of(Casts.cast(arguments.getFirst(), DataType.FLOAT64)),
            failing,
            failing
                ? RowFunctions.doubles((a, row) -> operator.applyAsDouble(a[0].getDouble(row)))
                : LaneFunctions.ofDouble(operator));
    return Casts.cast(call, result);
  }

  /** A function that a kernel computes. */
  private static Expression transform(
      ScalarFunction function,
      DataType result,
      List<Expression> arguments,
      DoubleTransform.Kernel kernel,
      DoublePredicate domain) {
    Expression call =
        new FunctionCall(
            function.name(),
            DataType.FLOAT64,
            List.of(Casts.cast(arguments.getFirst(), DataType.FLOAT64)),
            true,
            context ->
                new DoubleTransform(kernel, domain, value -> outside(function, value), context));
    return Casts.cast(call, result);
  }

  private static Expression binary(
      ScalarFunction function,
      DataType result,
      List<Expression> arguments,
      DoubleBinaryOperator operator) {
    Expression call =
        new FunctionCall(
            function.name(),
            DataType.FLOAT64,
            List.of(
                Casts.cast(arguments.get(0), DataType.FLOAT64),
                Casts.cast(arguments.get(1), DataType.FLOAT64)),
            function == ScalarFunction.POWER,
            function == ScalarFunction.POWER
                ? RowFunctions.doubles(
                    (a, row) -> operator.applyAsDouble(a[0].getDouble(row), a[1].getDouble(row)))
                : LaneFunctions.ofDoubles(operator));
    return Casts.cast(call, result);
  }

  private static Expression exact(
      ScalarFunction function,
      DataType result,
      Expression operand,
      UnaryOperator<BigDecimal> operator) {
    int scale = RowFunctions.scale(result);
    return new FunctionCall(
        function.name(),
        result,
        List.of(operand),
        true,
        RowFunctions.unscaled(
            result,
            (a, row) ->
                operator
                    .apply(Arithmetic.decimal(a[0], row))
                    .setScale(scale, RoundingMode.HALF_UP)
                    .unscaledValue()));
  }

  private static Expression absolute(DataType result, Expression operand) {
    if (!operand.type().fitsLong() || !result.equals(operand.type())) {
      return exact(ScalarFunction.ABS, result, operand, BigDecimal::abs);
    }
    return new FunctionCall(
        ScalarFunction.ABS.name(),
        result,
        List.of(operand),
        true,
        context -> {
          VectorFunction absolute = LaneFunctions.ofLong(Math::abs).newFunction(context);
          return (arguments, rows, nulls, values) -> {
            absolute.compute(arguments, rows, nulls, values);
            if (values.min() < 0) {
              checkAbsolute(arguments[0], rows, nulls, result);
            }
          };
        });
  }

  /** Fails for the one number whose absolute value is no number of its type. */
  private static void checkAbsolute(ColumnVector values, int rows, NullMask nulls, DataType type) {
    for (int row = 0; row < rows; row++) {
      if (!nulls.contains(row) && values.getLong(row) == Long.MIN_VALUE) {
        throw Overflow.of(BigInteger.valueOf(Long.MIN_VALUE).negate().toString(), type);
      }
    }
  }

  /** Rounds to a whole number, down or up. */
  private static Expression round(
      ScalarFunction function, DataType result, Expression operand, RoundingMode mode) {
    int scale = RowFunctions.scale(operand.type());
    if (scale == 0) {
      return Casts.cast(operand, result);
    }
    if (!operand.type().fitsLong() || !result.fitsLong() || RowFunctions.scale(result) != 0) {
      return exact(function, result, operand, value -> value.setScale(0, mode));
    }
    return ConstantDivision.of(
        function.name(),
        mode == RoundingMode.FLOOR
            ? ConstantDivision.Result.FLOOR
            : ConstantDivision.Result.CEILING,
        result,
        operand,
        Int128.powerOfTen(scale).longValueExact());
  }

  private static Expression roundDigits(
      ScalarFunction function, DataType result, List<Expression> arguments, RoundingMode mode) {
    Expression operand = arguments.getFirst();
    Expression digits = arguments.size() > 1 ? arguments.get(1) : Literal.of(DataType.INT32, 0L);
    if (operand.type().family() == TypeFamily.INTEGRAL) {
      int scale = RowFunctions.scale(result);
      int dropped = RowFunctions.scale(operand.type()) - scale;
      if (dropped > 0 && isConstant(digits, scale)) {
        if (mode == RoundingMode.HALF_UP) {
          return Casts.cast(operand, result);
        }
        if (dropped <= DataType.MAX_LONG_PRECISION
            && operand.type().fitsLong()
            && result.fitsLong()) {
          return ConstantDivision.of(
              function.name(),
              ConstantDivision.Result.QUOTIENT,
              result,
              operand,
              Int128.powerOfTen(dropped).longValueExact());
        }
      }
      return new FunctionCall(
          function.name(),
          result,
          List.of(operand, digits),
          true,
          RowFunctions.unscaled(
              result,
              (a, row) ->
                  Arithmetic.decimal(a[0], row)
                      .setScale(Math.clamp(a[1].getLong(row), -40, 40), mode)
                      .setScale(scale, RoundingMode.HALF_UP)
                      .unscaledValue()));
    }
    Expression call =
        new FunctionCall(
            function.name(),
            DataType.FLOAT64,
            List.of(Casts.cast(operand, DataType.FLOAT64), digits),
            false,
            RowFunctions.doubles(
                (a, row) -> roundDouble(a[0].getDouble(row), a[1].getLong(row), mode)));
    return Casts.cast(call, result);
  }

  private static boolean isConstant(Expression expression, int value) {
    return expression instanceof Literal literal
        && !literal.isNull()
        && literal.unscaled().equals(BigInteger.valueOf(value));
  }

  /** Rounds the shortest decimal number that stands for a double. */
  private static double roundDouble(double value, long digits, RoundingMode mode) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return value;
    }
    if (digits >= 0 && digits < POWERS_OF_TEN.length) {
      // A scaled number of 31 bits is off by 2^-22 at most, and the quotient is rounded correctly.
      double power = POWERS_OF_TEN[(int) digits];
      double scaled = Math.abs(value) * power;
      double floor = Math.floor(scaled);
      double rest = scaled - floor;
      boolean nearest = mode == RoundingMode.HALF_UP;
      boolean clear =
          nearest
              ? Math.abs(rest - 0.5) > TIE_DISTANCE
              : rest > TIE_DISTANCE && rest < 1 - TIE_DISTANCE;
      if (scaled < Integer.MAX_VALUE && clear) {
        double rounded = nearest && rest > 0.5 ? floor + 1 : floor;
        return rounded == 0 ? 0 : Math.copySign(rounded / power, value);
      }
    }
    return BigDecimal.valueOf(value).setScale(Math.clamp(digits, -400, 400), mode).doubleValue();
  }

  /** Returns the power as IEEE 754 defines it, where any power of one is one. */
  private static double power(double base, double exponent) {
    if (base == 0 && exponent < 0) {
      throw RowFunctions.divisionByZero();
    }
    if (base < 0 && exponent != Math.rint(exponent)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          exponent == 0.5
              ? "the negative number " + base + " has no square root"
              : "POWER of the negative number "
                  + base
                  + " needs a whole exponent, not "
                  + exponent);
    }
    return base == 1 || base == -1 && Double.isInfinite(exponent) ? 1 : Math.pow(base, exponent);
  }

  private static double cotangent(double value) {
    double tangent = Math.tan(value);
    if (tangent == 0) {
      throw RowFunctions.divisionByZero();
    }
    return 1 / tangent;
  }

  private static double positive(ScalarFunction function, double value) {
    if (value <= 0) {
      throw outside(function, value);
    }
    return value;
  }

  private static double unit(ScalarFunction function, double value) {
    if (value < -1 || value > 1) {
      throw outside(function, value);
    }
    return value;
  }

  private static PacelineException outside(ScalarFunction function, double value) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT, function + " is not defined for " + value);
  }
}
