package dev.paceline.calcite.session.value;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.function.EnumCasts;
import dev.paceline.core.type.BlobText;
import dev.paceline.core.type.BooleanText;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.DoubleText;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.IntervalText;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.UuidText;
import dev.paceline.result.Interval;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneId;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns plain Java values (Boolean, Integer, Long, Double, BigDecimal, String, byte[], java.time,
 * and collections, arrays and maps of these) into values of an engine type: Boolean; Long for
 * integers, dates, times and intervals; BigDecimal of the type's scale; Double; String; byte[],
 * also for nested values.
 */
public final class ValueConversion {
  /** Answers that are no values. */
  public enum Special {
    /** The answer of {@link #exact} where the value is none of the type. */
    INEXACT
  }

  /** Numbers with more zeros are not written out. */
  private static final int MAX_SCALE_OF_TEXT = 10_000;

  private final Supplier<ZoneId> zone;

  /**
   * @param zone tells the one in which instants become wall-clock values and back
   */
  public ValueConversion(Supplier<ZoneId> zone) {
    this.zone = zone;
  }

  /**
   * The value as one of the type; {@link Special#INEXACT} if only another type can hold it as it
   * is.
   */
  public Object exact(Object value, DataType type, String what) {
    return convert(value, type, what, true);
  }

  /**
   * The value as it is stored in a column of the type: numbers are rounded to the type's scale.
   *
   * @param what names the value in errors
   * @throws PacelineException TYPE_MISMATCH, NUMERIC_OVERFLOW, INVALID_CAST or INVALID_DATETIME
   */
  public Object assign(Object value, DataType type, String what) {
    return convert(value, type, what, false);
  }

  private Object convert(Object value, DataType type, String what, boolean exact) {
    if (type.isEnum()) {
      return EnumCasts.find((String) toText(value, type, what), type);
    }
    return switch (type.kind()) {
      case BOOLEAN -> toBoolean(value, type, what);
      case INT8, INT16, INT32, INT64 -> toInteger(value, type, what, exact);
      case DECIMAL -> toDecimal(value, type, what, exact);
      case FLOAT32 -> {
        Object number = toDouble(value, type, what);
        float rounded = ((Double) number).floatValue();
        if (Float.isInfinite(rounded) && !((Double) number).isInfinite()) {
          yield exact ? Special.INEXACT : overflow(value, type, what);
        }
        yield exact && rounded != (Double) number && !Double.isNaN((Double) number)
            ? Special.INEXACT
            : (Object) (double) rounded;
      }
      case FLOAT64 -> toDouble(value, type, what);
      case CHAR, VARCHAR -> toText(value, type, what);
      case BINARY, VARBINARY ->
          switch (value) {
            case byte[] bytes -> bytes;
            case String text -> bytes(text, type, what);
            default -> throw mismatch(value, type, what);
          };
      case DATE -> toDate(value, type, what, exact);
      case TIME ->
          switch (value) {
            case LocalTime time -> Micros.of(time);
            case LocalDateTime moment -> Micros.of(moment.toLocalTime());
            case String text -> parse(text, type, what, DateTimeText::parseTime);
            default -> throw mismatch(value, type, what);
          };
      case TIMESTAMP ->
          switch (value) {
            case LocalDateTime moment -> Micros.of(moment);
            case LocalDate date -> Micros.at(date.toEpochDay(), 0);
            case Instant instant -> Micros.of(LocalDateTime.ofInstant(instant, zone.get()));
            case String text -> parse(text, type, what, DateTimeText::parseTimestampIgnoringZone);
            default -> throw mismatch(value, type, what);
          };
      case UUID ->
          switch (value) {
            case UUID uuid -> uuid;
            case String text -> uuid(text, type, what);
            default -> throw mismatch(value, type, what);
          };
      case LIST, STRUCT, MAP ->
          NestedConversion.convert(
              value, type, what, (part, inside) -> convert(part, inside, what, exact));
      case TIMESTAMP_LTZ ->
          switch (value) {
            case Instant instant -> Micros.of(instant);
            case LocalDateTime moment ->
                Micros.of(moment.atZone(zone.get()).withLaterOffsetAtOverlap().toInstant());
            case String text ->
                parse(text, type, what, t -> DateTimeText.parseInstant(t, zone.get()));
            default -> throw mismatch(value, type, what);
          };
      case INTERVAL ->
          switch (value) {
            case Interval interval -> unscaled(interval);
            case Period period -> unscaled(Interval.of(period));
            case Duration duration -> unscaled(new Interval(0, 0, Micros.of(duration)));
            case String text -> interval(text, type, what);
            default -> throw mismatch(value, type, what);
          };
    };
  }

  private static BigDecimal interval(String text, DataType type, String what) {
    IntervalFields interval = new IntervalFields();
    parse(text, type, what, t -> IntervalText.parse(t, interval).length());
    return new BigDecimal(interval.unscaled());
  }

  private static BigDecimal unscaled(Interval interval) {
    return new BigDecimal(
        new IntervalFields(interval.months(), interval.days(), interval.micros()).unscaled());
  }

  private Object toBoolean(Object value, DataType type, String what) {
    return switch (value) {
      case Boolean flag -> flag;
      case Integer number -> number != 0;
      case Long number -> number != 0;
      case String text -> {
        Boolean known = BooleanText.parse(text);
        if (known == null) {
          throw badText(ErrorCode.INVALID_CAST, text, type, what);
        }
        yield known;
      }
      default -> throw mismatch(value, type, what);
    };
  }

  private Object toInteger(Object value, DataType type, String what, boolean exact) {
    long number;
    switch (value) {
      case Integer small -> number = small;
      case Long large -> number = large;
      case Boolean flag -> number = flag ? 1 : 0;
      default -> {
        BigDecimal decimal = decimalOf(value, type, what);
        BigDecimal whole =
            rounded(
                decimal,
                0,
                value instanceof Double ? RoundingMode.HALF_EVEN : RoundingMode.HALF_UP);
        if (whole == null) {
          return exact ? Special.INEXACT : overflow(value, type, what);
        }
        if (exact && whole.compareTo(decimal) != 0) {
          return Special.INEXACT;
        }
        BigInteger integer = whole.toBigInteger();
        if (integer.bitLength() > 63) {
          return exact ? Special.INEXACT : overflow(value, type, what);
        }
        number = integer.longValue();
      }
    }
    if (number < type.minLong() || number > type.maxLong()) {
      return exact ? Special.INEXACT : overflow(value, type, what);
    }
    return number;
  }

  private Object toDecimal(Object value, DataType type, String what, boolean exact) {
    BigDecimal decimal = decimalOf(value, type, what);
    BigDecimal scaled = rounded(decimal, type.scale(), RoundingMode.HALF_UP);
    if (scaled == null) {
      return exact ? Special.INEXACT : overflow(value, type, what);
    }
    boolean fits = scaled.precision() <= type.precision() || scaled.signum() == 0;
    if (exact && (!fits || scaled.compareTo(decimal) != 0)) {
      return Special.INEXACT;
    }
    return fits ? scaled : overflow(value, type, what);
  }

  /**
   * Rounds a number to {@code scale} decimals; null if it is too large for any type. Does not write
   * out the zeros of numbers like 1E+1000000000, which would take seconds, and gigabytes.
   */
  private static @Nullable BigDecimal rounded(BigDecimal number, int scale, RoundingMode mode) {
    long digits = (long) number.precision() - number.scale();
    if (number.signum() == 0 || digits < -DataType.MAX_DECIMAL_PRECISION) {
      return BigDecimal.ZERO.setScale(scale);
    }
    return digits > DataType.MAX_DECIMAL_PRECISION ? null : number.setScale(scale, mode);
  }

  private BigDecimal decimalOf(Object value, DataType type, String what) {
    return switch (value) {
      case Integer number -> BigDecimal.valueOf(number);
      case Long number -> BigDecimal.valueOf(number);
      case BigDecimal number -> number;
      case Boolean flag -> flag ? BigDecimal.ONE : BigDecimal.ZERO;
      case Double number -> {
        if (number.isNaN() || number.isInfinite()) {
          throw overflowError(value, type, what);
        }
        yield BigDecimal.valueOf(number);
      }
      case String text -> {
        try {
          yield new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
          throw badText(ErrorCode.INVALID_CAST, text, type, what);
        }
      }
      default -> throw mismatch(value, type, what);
    };
  }

  private Object toDouble(Object value, DataType type, String what) {
    return switch (value) {
      case Double number -> number;
      case Integer number -> number.doubleValue();
      case Long number -> number.doubleValue();
      case BigDecimal number -> number.doubleValue();
      case String text -> {
        try {
          yield Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
          throw badText(ErrorCode.INVALID_CAST, text, type, what);
        }
      }
      default -> throw mismatch(value, type, what);
    };
  }

  private static Object toText(Object value, DataType type, String what) {
    return switch (value) {
      case String text -> text;
      case BigDecimal number when Math.abs((long) number.scale()) > MAX_SCALE_OF_TEXT ->
          overflow(value, type, what);
      case BigDecimal number -> number.toPlainString();
      case Double number -> DoubleText.of(number);
      case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
      case LocalDateTime moment -> moment.toLocalDate() + " " + moment.toLocalTime();
      default -> value.toString();
    };
  }

  private Object toDate(Object value, DataType type, String what, boolean exact) {
    return switch (value) {
      case LocalDate date -> date.toEpochDay();
      case LocalDateTime moment ->
          exact && !moment.toLocalTime().equals(LocalTime.MIDNIGHT)
              ? Special.INEXACT
              : (Object) moment.toLocalDate().toEpochDay();
      case String text -> parse(text, type, what, DateTimeText::parseDate);
      default -> throw mismatch(value, type, what);
    };
  }

  /** Parses a text as casts do. */
  private interface Parser {
    long parse(String text);
  }

  private static Object parse(String text, DataType type, String what, Parser parser) {
    try {
      return parser.parse(text.strip());
    } catch (PacelineException e) {
      throw badText(ErrorCode.INVALID_DATETIME, text, type, what);
    }
  }

  private static Object bytes(String text, DataType type, String what) {
    try {
      return BlobText.parse(text);
    } catch (PacelineException e) {
      throw badText(ErrorCode.INVALID_CAST, text, type, what);
    }
  }

  private static Object uuid(String text, DataType type, String what) {
    try {
      return UuidText.parse(text.strip());
    } catch (PacelineException e) {
      throw badText(ErrorCode.INVALID_CAST, text, type, what);
    }
  }

  /** Throws; has a type so that it can stand in an expression. */
  private static Object overflow(Object value, DataType type, String what) {
    throw overflowError(value, type, what);
  }

  /** Returns the error for a number that a type cannot hold. */
  public static PacelineException overflowError(Object value, DataType type, String what) {
    return new PacelineException(
        ErrorCode.NUMERIC_OVERFLOW, "the value " + value + " of " + what + " does not fit " + type);
  }

  static PacelineException mismatch(Object value, DataType type, String what) {
    return new PacelineException(
        ErrorCode.TYPE_MISMATCH,
        "the value of "
            + what
            + " is a "
            + value.getClass().getSimpleName()
            + ", which is no "
            + type);
  }

  static PacelineException badText(ErrorCode code, String text, DataType type, String what) {
    return new PacelineException(code, "the value '" + text + "' of " + what + " is no " + type);
  }

  /** The type that a value has by itself; null for NULL. */
  public static @Nullable DataType naturalType(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Boolean _ -> DataType.BOOLEAN;
      case Integer _ -> DataType.INT32;
      case Long _ -> DataType.INT64;
      case Double _ -> DataType.FLOAT64;
      case BigDecimal number -> {
        int scale = Math.clamp(number.scale(), 0, DataType.MAX_DECIMAL_PRECISION);
        long digits = number.precision() - Math.min(0L, number.scale());
        yield DataType.decimal(
            Math.max(digits, scale) <= DataType.MAX_LONG_PRECISION
                ? DataType.MAX_LONG_PRECISION
                : DataType.MAX_DECIMAL_PRECISION,
            scale);
      }
      case byte[] _ -> DataType.VARBINARY;
      case LocalDate _ -> DataType.DATE;
      case LocalTime _ -> DataType.TIME;
      case LocalDateTime _ -> DataType.TIMESTAMP;
      case Instant _ -> DataType.TIMESTAMP_LTZ;
      case UUID _ -> DataType.UUID;
      case Interval _, Period _, Duration _ -> DataType.INTERVAL;
      default -> Objects.requireNonNullElse(NestedConversion.naturalType(value), DataType.VARCHAR);
    };
  }
}
