package dev.paceline.core.expr.function;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.expr.tree.Relabel;
import dev.paceline.core.expr.tree.ScalarFunction;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.Overflow;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.type.BlobText;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.DoubleText;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.IntervalText;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.ZoneOffset;
import java.util.List;

/** Lowers CAST. */
public final class Casts {
  /** Longs below this are exact as doubles. */
  private static final double EXACT_LONG = 1L << 53;

  private Casts() {}

  public static Expression cast(Expression operand, DataType type) {
    DataType from = operand.type();
    if (from.equals(type)) {
      return operand;
    }
    if (operand instanceof Literal literal && literal.isNull()) {
      return Literal.of(type, null);
    }
    if (from.isEnum()) {
      return cast(EnumCasts.toText(operand), type);
    }
    if (type.isEnum()) {
      return EnumCasts.toEnum(operand, type);
    }
    if (from.kind() == TypeKind.UUID) {
      return UuidCasts.fromUuid(operand, type);
    }
    if (type.kind() == TypeKind.UUID) {
      return UuidCasts.toUuid(operand);
    }
    return switch (type.family()) {
      case INTEGRAL ->
          switch (from.family()) {
            case INTEGRAL -> integral(operand, type);
            case FLOATING -> fromDouble(operand, type);
            case BYTES -> TextCasts.toIntegral(operand, type);
            case BOOLEAN ->
                integral(
                    function(
                        operand,
                        DataType.INT8,
                        false,
                        RowFunctions.longs((a, row) -> a[0].getBoolean(row) ? 1 : 0)),
                    type);
          };
      case FLOATING -> toDouble(operand, type);
      case BOOLEAN -> toBoolean(operand, type);
      case BYTES -> TextCasts.toText(operand, type);
    };
  }

  private static Expression integral(Expression operand, DataType type) {
    TypeKind from = operand.type().kind();
    TypeKind to = type.kind();
    if (isNumeric(from) && isNumeric(to)) {
      return rescale(operand, type);
    }
    return switch (from) {
      case DATE ->
          switch (to) {
            case TIMESTAMP -> times(operand, Micros.PER_DAY, type);
            case TIMESTAMP_LTZ ->
                toInstant(times(operand, Micros.PER_DAY, DataType.TIMESTAMP), type);
            default -> throw undefined(operand.type(), type);
          };
      case TIME ->
          switch (to) {
            case TIMESTAMP, TIMESTAMP_LTZ ->
                cast(
                    new IntegralOperation(
                        ArithmeticOperator.ADD,
                        DataType.TIMESTAMP,
                        cast(
                            TimeFunctions.current(ScalarFunction.CURRENT_DATE, DataType.DATE),
                            DataType.TIMESTAMP),
                        operand),
                    type);
            default -> throw undefined(operand.type(), type);
          };
      case TIMESTAMP ->
          switch (to) {
            case DATE ->
                function(
                    operand,
                    type,
                    false,
                    context -> new StepFunction(Micros.PER_DAY, Micros::toDay));
            case TIME ->
                function(
                    operand,
                    type,
                    false,
                    RowFunctions.longs((a, row) -> Micros.toTimeOfDay(a[0].getLong(row))));
            case TIMESTAMP_LTZ -> toInstant(operand, type);
            default -> throw undefined(operand.type(), type);
          };
      case TIMESTAMP_LTZ ->
          to == TypeKind.TIMESTAMP
              ? function(
                  operand,
                  type,
                  false,
                  context ->
                      RowFunctions.longs(
                              (a, row) ->
                                  DateTimeText.toLocal(a[0].getLong(row), context.query().zone()))
                          .newFunction(context))
              : integral(integral(operand, DataType.TIMESTAMP), type);
      default -> throw undefined(operand.type(), type);
    };
  }

  private static Expression toInstant(Expression local, DataType type) {
    return function(
        local,
        type,
        false,
        context ->
            RowFunctions.longs(
                    (a, row) -> DateTimeText.toInstant(a[0].getLong(row), context.query().zone()))
                .newFunction(context));
  }

  private static Expression times(Expression operand, long factor, DataType type) {
    return new IntegralOperation(
        ArithmeticOperator.MULTIPLY,
        type,
        operand,
        Literal.ofUnscaled(DataType.INT64, BigInteger.valueOf(factor)));
  }

  /** Numbers to numbers, rounding half away from zero. */
  private static Expression rescale(Expression operand, DataType type) {
    int from = RowFunctions.scale(operand.type());
    int to = RowFunctions.scale(type);
    if (to >= from) {
      return new IntegralOperation(
          ArithmeticOperator.MULTIPLY,
          type,
          operand,
          Literal.ofUnscaled(
              DataType.decimal(Math.min(DataType.MAX_DECIMAL_PRECISION, to - from + 1), 0),
              Int128.powerOfTen(to - from)));
    }
    boolean failing =
        !new StaticRange(
                Arithmetic.rescale(StaticRange.of(operand).low(), from, type),
                Arithmetic.rescale(StaticRange.of(operand).high(), from, type))
            .within(StaticRange.of(type));
    if (from - to <= DataType.MAX_LONG_PRECISION && operand.type().fitsLong() && type.fitsLong()) {
      return ConstantDivision.of(
          "CAST TO " + type,
          ConstantDivision.Result.HALF_UP,
          type,
          operand,
          Int128.powerOfTen(from - to).longValueExact());
    }
    Expression one = Literal.ofUnscaled(DataType.INT64, BigInteger.ONE);
    return new FunctionCall(
        "CAST TO " + type,
        type,
        List.of(operand, one),
        failing,
        context -> new DecimalQuotient(type, to - from, context));
  }

  private static Expression fromDouble(Expression operand, DataType type) {
    if (!isNumeric(type.kind())) {
      throw undefined(operand.type(), type);
    }
    if (type.kind() != TypeKind.DECIMAL) {
      return function(
          operand,
          type,
          true,
          RowFunctions.checkedLongs(type, (a, row) -> roundToLong(a[0].getDouble(row), type)));
    }
    return function(
        operand,
        type,
        true,
        RowFunctions.unscaled(type, (a, row) -> unscaled(a[0].getDouble(row), type)));
  }

  /** Rounds half to even, as PostgreSQL and DuckDB do for floating-point numbers. */
  private static long roundToLong(double value, DataType type) {
    if (Math.abs(value) < EXACT_LONG) {
      return (long) Math.rint(value);
    }
    BigInteger whole = unscaled(value, type);
    if (whole.bitLength() > 63) {
      throw Overflow.of(whole.toString(), type);
    }
    return whole.longValue();
  }

  /** Rounds a double of at most 53 bits before the point, half away from zero. */
  private static long roundExactly(double value) {
    double whole = Math.floor(Math.abs(value));
    long rounded = (long) whole + (Math.abs(value) - whole >= 0.5 ? 1 : 0);
    return value < 0 ? -rounded : rounded;
  }

  /**
   * The shortest decimal number that stands for a double, as it prints, at the scale of a type,
   * rounded half away from zero; for types without a scale, the exact value of the double.
   */
  static BigInteger unscaled(double value, DataType type) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw new PacelineException(
          ErrorCode.NUMERIC_OVERFLOW, value + " is out of the range of " + type);
    }
    int scale = RowFunctions.scale(type);
    if (scale == 0 && Math.abs(value) < EXACT_LONG) {
      return BigInteger.valueOf(roundExactly(value));
    }
    BigDecimal number = scale == 0 ? new BigDecimal(value) : BigDecimal.valueOf(value);
    return number.setScale(scale, RoundingMode.HALF_UP).unscaledValue();
  }

  private static Expression toDouble(Expression operand, DataType type) {
    DataType from = operand.type();
    boolean single = type.kind() == TypeKind.FLOAT32;
    return switch (from.family()) {
      case FLOATING ->
          single
              ? toDouble(operand, type, true, (a, row) -> a[0].getDouble(row))
              : new Relabel(operand, type);
      case INTEGRAL -> {
        if (!isNumeric(from.kind())) {
          throw undefined(from, type);
        }
        yield function(
            operand, type, false, context -> new IntegralToDouble(from, single, context));
      }
      case BOOLEAN -> toDouble(operand, type, false, (a, row) -> a[0].getBoolean(row) ? 1 : 0);
      case BYTES ->
          toDouble(
              operand, type, true, (a, row) -> TextCasts.parseDouble(Utf8.string(a[0], row), type));
    };
  }

  private static Expression toDouble(
      Expression operand, DataType type, boolean failing, RowFunctions.DoubleFunction conversion) {
    return function(
        operand,
        type,
        failing,
        RowFunctions.doubles(
            type.kind() == TypeKind.FLOAT32
                ? (a, row) -> single(conversion.apply(a, row), type)
                : conversion));
  }

  private static double single(double value, DataType type) {
    float rounded = (float) value;
    if (Float.isInfinite(rounded) && !Double.isInfinite(value)) {
      throw new PacelineException(
          ErrorCode.NUMERIC_OVERFLOW, value + " is out of the range of " + type);
    }
    return rounded;
  }

  private static Expression toBoolean(Expression operand, DataType type) {
    return switch (operand.type().family()) {
      case BYTES ->
          function(
              operand,
              type,
              true,
              RowFunctions.booleans((a, row) -> TextCasts.parseBoolean(Utf8.string(a[0], row))));
      case INTEGRAL -> {
        if (!isNumeric(operand.type().kind())) {
          throw undefined(operand.type(), type);
        }
        yield function(
            operand,
            type,
            false,
            RowFunctions.booleans((a, row) -> (a[0].getLong(row) | a[0].getHigh(row)) != 0));
      }
      case FLOATING ->
          function(
              operand, type, false, RowFunctions.booleans((a, row) -> a[0].getDouble(row) != 0));
      case BOOLEAN -> operand;
    };
  }

  static Expression function(
      Expression operand, DataType type, boolean failing, VectorFunction.Factory function) {
    return new FunctionCall("CAST TO " + type, type, List.of(operand), failing, function);
  }

  static boolean isNumeric(TypeKind kind) {
    return switch (kind) {
      case INT8, INT16, INT32, INT64, DECIMAL -> true;
      default -> false;
    };
  }

  /** Returns the error for a cast that does not exist. */
  public static PacelineException undefined(DataType from, DataType to) {
    return new PacelineException(
        ErrorCode.TYPE_MISMATCH, "values of type " + from + " cannot be cast to " + to);
  }

  /** Returns a value as CAST to VARCHAR writes it; not for nested values. */
  public static String text(ColumnVector vector, int row) {
    return switch (vector.type().kind()) {
      case BOOLEAN -> vector.getBoolean(row) ? "true" : "false";
      case INT8, INT16, INT64 -> Long.toString(vector.getLong(row));
      case INT32 ->
          vector.type().isEnum()
              ? vector.type().enumLabels().get((int) vector.getLong(row))
              : Long.toString(vector.getLong(row));
      case INTERVAL -> IntervalText.of(vector.getHigh(row), vector.getLong(row));
      case DECIMAL -> Arithmetic.decimal(vector, row).toPlainString();
      case FLOAT32 -> DoubleText.of((float) vector.getDouble(row));
      case FLOAT64 -> DoubleText.of(vector.getDouble(row));
      case DATE -> DateTimeText.formatDate(vector.getLong(row));
      case TIME -> DateTimeText.formatTime(vector.getLong(row));
      case TIMESTAMP -> DateTimeText.formatTimestamp(vector.getLong(row));
      case TIMESTAMP_LTZ -> DateTimeText.formatMoment(vector.getLong(row), ZoneOffset.UTC);
      case CHAR, VARCHAR -> Utf8.string(vector, row);
      case BINARY, VARBINARY -> BlobText.of(vector.getBytes(row));
      case UUID -> UuidText.of(vector.getBytes(row)).toString();
      case LIST, STRUCT, MAP -> throw undefined(vector.type(), DataType.VARCHAR);
    };
  }
}
