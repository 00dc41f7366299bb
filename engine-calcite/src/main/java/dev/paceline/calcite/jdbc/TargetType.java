package dev.paceline.calcite.jdbc;

import dev.paceline.core.error.ErrorCode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Converts values to the types that callers of {@code setObject} name. Where the statement gives a
 * parameter a type, the value is converted to that one afterwards.
 */
final class TargetType {
  /** Stands for a scale that is not said: numbers keep their digits. */
  static final int ANY_SCALE = -1;

  private TargetType() {}

  /**
   * Returns the value as the type has it; values of classes that the type does not know stay.
   *
   * @param value as {@link PlainValue#of} returns it
   * @param sqlType of {@link Types}
   * @param index of the parameter
   */
  static @Nullable Object convert(@Nullable Object value, int sqlType, int scale, int index)
      throws SQLException {
    if (value == null) {
      return null;
    }
    try {
      return switch (sqlType) {
        case Types.BIT, Types.BOOLEAN -> toBoolean(value);
        case Types.TINYINT, Types.SMALLINT, Types.INTEGER ->
            value instanceof Long || isNumber(value)
                ? number(value).setScale(0, RoundingMode.DOWN).intValueExact()
                : value;
        case Types.BIGINT ->
            isNumber(value) ? number(value).setScale(0, RoundingMode.DOWN).longValueExact() : value;
        case Types.DECIMAL, Types.NUMERIC -> isNumber(value) ? scaled(number(value), scale) : value;
        case Types.REAL, Types.FLOAT, Types.DOUBLE ->
            value instanceof Double
                ? value
                : isNumber(value) ? (Object) Double.parseDouble(value.toString().strip()) : value;
        case Types.CHAR,
            Types.VARCHAR,
            Types.LONGVARCHAR,
            Types.NCHAR,
            Types.NVARCHAR,
            Types.LONGNVARCHAR,
            Types.CLOB,
            Types.NCLOB ->
            toText(value);
        case Types.DATE ->
            switch (value) {
              case String text -> TemporalText.parseDate(text.strip());
              case LocalDateTime time -> time.toLocalDate();
              default -> value;
            };
        case Types.TIME ->
            switch (value) {
              case String text -> TemporalText.parseTime(text.strip());
              case LocalDateTime time -> time.toLocalTime();
              default -> value;
            };
        case Types.TIMESTAMP ->
            switch (value) {
              case String text -> TemporalText.parseDateTime(text.strip());
              case LocalDate date -> date.atStartOfDay();
              default -> value;
            };
        default -> value;
      };
    } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
      throw SqlErrors.of(
          ErrorCode.INVALID_CAST,
          "the value "
              + value
              + " of parameter "
              + index
              + " does not fit the type that it is set"
              + " as: "
              + e.getMessage());
    }
  }

  private static boolean isNumber(Object value) {
    return value instanceof Number || value instanceof Boolean || value instanceof String;
  }

  private static BigDecimal number(Object value) {
    return switch (value) {
      case Boolean flag -> flag ? BigDecimal.ONE : BigDecimal.ZERO;
      case BigDecimal number -> number;
      default -> new BigDecimal(value.toString().strip());
    };
  }

  private static BigDecimal scaled(BigDecimal number, int scale) {
    return scale < 0 ? number : number.setScale(scale, RoundingMode.HALF_UP);
  }

  private static Object toBoolean(Object value) {
    return switch (value) {
      case String text when text.strip().matches("(?i)true|t|yes|1") -> true;
      case String text when text.strip().matches("(?i)false|f|no|0") -> false;
      case Number number -> number.doubleValue() != 0;
      default -> value;
    };
  }

  private static Object toText(Object value) {
    return switch (value) {
      case BigDecimal number -> number.toPlainString();
      case Number number -> number.toString();
      case Boolean flag -> flag.toString();
      case UUID id -> id.toString();
      case LocalDate date -> date.toString();
      case LocalTime time -> TemporalText.of(time);
      case LocalDateTime time -> TemporalText.of(time);
      default -> value;
    };
  }
}
