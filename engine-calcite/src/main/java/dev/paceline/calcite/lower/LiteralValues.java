package dev.paceline.calcite.lower;

import dev.paceline.calcite.table.CalciteTimes;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.function.EnumCasts;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Values of literals and parameters as the engine takes them: Boolean, Long (in the unit of the
 * type), BigDecimal, Double, String, byte[], UUID; null for NULL.
 */
final class LiteralValues {
  private LiteralValues() {}

  /**
   * Returns the value of a literal, in its own type.
   *
   * @param types the factory of its type, which tells how it represents intervals
   */
  static @Nullable Object of(RexLiteral literal, RelDataTypeFactory types) {
    Comparable<?> value = literal.getValueAs(Comparable.class);
    DataType type = TypeMapping.toDataType(literal.getType());
    return type.kind() == TypeKind.INTERVAL
            && value instanceof BigDecimal number
            && CalciteTimes.haveIntervals(types)
        ? CalciteTimes.toInterval(number, literal.getType())
        : convert(value, type);
  }

  /**
   * The value as one of {@code type}.
   *
   * @param value of a RexLiteral or a Sarg, or what a caller bound to a parameter
   */
  static @Nullable Object convert(@Nullable Object value, DataType type) {
    if (value == null) {
      return null;
    }
    if (type.isEnum()) {
      return value instanceof Number place ? place : EnumCasts.find(text(value), type);
    }
    try {
      return switch (type.kind()) {
        case BOOLEAN -> (Boolean) value;
        case DECIMAL -> decimal(value).setScale(type.scale(), RoundingMode.HALF_UP);
        case INTERVAL -> decimal(value);
        case INT8, INT16, INT32, INT64 ->
            decimal(value).setScale(0, RoundingMode.HALF_UP).longValueExact();
        case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> instant(value);
        case FLOAT32 -> single(decimalOrDouble(value));
        case FLOAT64 -> decimalOrDouble(value).doubleValue();
        case CHAR, VARCHAR -> text(value);
        case BINARY, VARBINARY ->
            value instanceof ByteString bytes ? bytes.getBytes() : (byte[]) value;
        case UUID -> (UUID) value;
        case LIST, STRUCT, MAP -> (byte[]) value; // of a parameter: these have no literals
      };
    } catch (ClassCastException | ArithmeticException | NumberFormatException e) {
      throw new PacelineException(
          ErrorCode.INVALID_CAST, "the value " + value + " does not fit the type " + type, e);
    }
  }

  private static double single(Number number) {
    float single = number.floatValue();
    if (Float.isInfinite(single) && !Double.isInfinite(number.doubleValue())) {
      throw new PacelineException(
          ErrorCode.NUMERIC_OVERFLOW, number + " is out of the range of REAL");
    }
    return single;
  }

  /** A number exactly; dates and times in their unit, booleans as 0 and 1. */
  static BigDecimal exact(Object value) {
    return switch (value) {
      case Boolean truth -> truth ? BigDecimal.ONE : BigDecimal.ZERO;
      case DateString ignored -> BigDecimal.valueOf(instant(value));
      case TimeString ignored -> BigDecimal.valueOf(instant(value));
      case TimestampString ignored -> BigDecimal.valueOf(instant(value));
      default -> decimal(value);
    };
  }

  /**
   * @throws PacelineException STRING_TOO_LONG if it is longer than strings may be
   */
  static String text(Object value) {
    String text = value instanceof NlsString literal ? literal.getValue() : (String) value;
    if (text.length() > StringView.MAX_LENGTH / 4
        && text.getBytes(StandardCharsets.UTF_8).length > StringView.MAX_LENGTH) {
      throw new PacelineException(
          ErrorCode.STRING_TOO_LONG,
          "a string of %,d characters is longer than %,d bytes, the limit of strings"
              .formatted(text.length(), StringView.MAX_LENGTH));
    }
    return text;
  }

  private static long instant(Object value) {
    return switch (value) {
      case DateString date -> date.getDaysSinceEpoch();
      case TimeString time -> CalciteTimes.toMicros(time);
      case TimestampString timestamp -> CalciteTimes.toMicros(timestamp);
      case LocalDate date -> date.toEpochDay();
      case LocalTime time -> Micros.of(time);
      case LocalDateTime timestamp -> Micros.of(timestamp);
      default -> ((Number) value).longValue();
    };
  }

  private static Number decimalOrDouble(Object value) {
    return value instanceof Double || value instanceof Float ? (Number) value : decimal(value);
  }

  private static BigDecimal decimal(Object value) {
    return switch (value) {
      case BigDecimal number -> number;
      case BigInteger number -> new BigDecimal(number);
      case Double number -> BigDecimal.valueOf(number);
      case Float number -> new BigDecimal(number.toString());
      case String text -> new BigDecimal(text.trim());
      default -> BigDecimal.valueOf(((Number) value).longValue());
    };
  }
}
