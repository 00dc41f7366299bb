package dev.paceline.core.expr.function;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.text.DigitStrings;
import dev.paceline.core.expr.text.NumberTexts;
import dev.paceline.core.expr.text.TimeTexts;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Relabel;
import dev.paceline.core.expr.vector.Overflow;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.type.BlobText;
import dev.paceline.core.type.BooleanText;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.IntervalText;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.ZoneId;
import java.util.Locale;
import java.util.regex.Pattern;

/** Casts from and to texts. */
final class TextCasts {
  private static final Pattern UNDERSCORE = Pattern.compile("(?<=\\p{XDigit})_(?=\\p{XDigit})");

  private TextCasts() {}

  static Expression toIntegral(Expression operand, DataType type) {
    return Casts.function(
        operand,
        type,
        true,
        switch (type.kind()) {
          case DATE ->
              RowFunctions.longs(
                  (a, row) -> {
                    long day = DigitStrings.date(a[0], row);
                    return day == DigitStrings.OTHER ? parseDate(Utf8.string(a[0], row)) : day;
                  });
          case TIME ->
              RowFunctions.longs((a, row) -> DateTimeText.parseTime(Utf8.string(a[0], row)));
          case TIMESTAMP ->
              RowFunctions.longs(
                  (a, row) -> {
                    long micros = DigitStrings.timestamp(a[0], row);
                    return micros == DigitStrings.OTHER
                        ? DateTimeText.parseTimestampIgnoringZone(Utf8.string(a[0], row))
                        : micros;
                  });
          case TIMESTAMP_LTZ ->
              context ->
                  RowFunctions.longs(
                          (a, row) ->
                              DateTimeText.parseInstant(
                                  Utf8.string(a[0], row), context.query().zone()))
                      .newFunction(context);
          case INTERVAL ->
              RowFunctions.intervals(
                  (a, row, out) -> IntervalText.parse(Utf8.string(a[0], row), out));
          default ->
              type.fitsLong()
                  ? RowFunctions.checkedLongs(type, (a, row) -> parseLong(a[0], row, type))
                  : RowFunctions.unscaled(
                      type, (a, row) -> parseNumber(Utf8.string(a[0], row), type));
        });
  }

  private static long parseDate(String text) {
    String stripped = text.strip();
    return stripped.length() > 10 && stripped.indexOf(':') > 0
        ? Micros.toDay(DateTimeText.parseTimestampIgnoringZone(stripped))
        : DateTimeText.parseDate(text);
  }

  private static long parseLong(ColumnVector texts, int row, DataType type) {
    long number = DigitStrings.number(texts, row, RowFunctions.scale(type));
    if (number != DigitStrings.OTHER) {
      return number;
    }
    BigInteger parsed = parseNumber(Utf8.string(texts, row), type);
    if (parsed.bitLength() > 63) {
      throw Overflow.of(parsed.toString(), type);
    }
    return parsed.longValue();
  }

  private static BigInteger parseNumber(String text, DataType type) {
    try {
      BigDecimal number = number(text.strip(), RowFunctions.scale(type) == 0);
      // A number of absurd magnitude, great or small, must not be spread out into digits.
      if (number.signum() != 0 && (long) number.precision() - number.scale() > 40) {
        throw new PacelineException(
            ErrorCode.NUMERIC_OVERFLOW, "'" + text + "' is out of the range of " + type);
      }
      int scale = RowFunctions.scale(type);
      if ((long) number.scale() - number.precision() > scale) {
        return BigInteger.ZERO;
      }
      return number.setScale(scale, RoundingMode.HALF_UP).unscaledValue();
    } catch (NumberFormatException e) {
      throw invalid(text, type);
    }
  }

  /**
   * Parses a number, whose digits may have underscores between them.
   *
   * @param whole whether hexadecimal and binary digits behind {@code 0x} and {@code 0b} are numbers
   */
  private static BigDecimal number(String text, boolean whole) {
    String plain = withoutUnderscores(text);
    if (whole && plain.length() > 2 && plain.charAt(0) == '0') {
      int radix =
          switch (plain.charAt(1)) {
            case 'x', 'X' -> 16;
            case 'b', 'B' -> 2;
            default -> 0;
          };
      if (radix > 0 && Character.digit(plain.charAt(2), radix) >= 0) {
        return new BigDecimal(new BigInteger(plain.substring(2), radix));
      }
    }
    return new BigDecimal(plain);
  }

  /** Removes the underscores that have a digit on either side. */
  private static String withoutUnderscores(String text) {
    return text.indexOf('_') < 0 ? text : UNDERSCORE.matcher(text).replaceAll("");
  }

  static double parseDouble(String text, DataType type) {
    String stripped = text.strip();
    try {
      char last = stripped.isEmpty() ? ' ' : stripped.charAt(stripped.length() - 1);
      if (Character.isLetter(last)) {
        return parseSpecialDouble(text, stripped, type);
      }
      return Double.parseDouble(withoutUnderscores(stripped));
    } catch (NumberFormatException e) {
      throw invalid(text, type);
    }
  }

  /** Parses the names of infinity and of NaN in any case, as PostgreSQL and DuckDB do. */
  private static double parseSpecialDouble(String text, String stripped, DataType type) {
    return switch (stripped.toLowerCase(Locale.ROOT)) {
      case "nan", "+nan", "-nan" -> Double.NaN;
      case "infinity", "+infinity", "inf", "+inf" -> Double.POSITIVE_INFINITY;
      case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
      default -> throw invalid(text, type);
    };
  }

  static boolean parseBoolean(String text) {
    Boolean known = BooleanText.parse(text);
    if (known == null) {
      throw invalid(text, DataType.BOOLEAN);
    }
    return known;
  }

  private static PacelineException invalid(String text, DataType type) {
    return new PacelineException(
        ErrorCode.INVALID_CAST, "'" + text + "' cannot be cast to " + type);
  }

  static Expression toText(Expression operand, DataType type) {
    if (operand.type().family() == TypeFamily.BYTES) {
      if (isBinary(type)) {
        Expression bytes = isBinary(operand.type()) ? operand : toBytes(operand);
        return bytes.type().equals(type)
            ? bytes
            : Casts.function(bytes, type, false, fitBytes(type));
      }
      return fitText(isBinary(operand.type()) ? ofBytes(operand) : operand, type);
    }
    if (isBinary(type)) {
      throw Casts.undefined(operand.type(), type);
    }
    Expression text = Casts.function(operand, DataType.VARCHAR, false, writer(operand.type()));
    return type.precision() == DataType.UNBOUNDED ? text : fitText(text, type);
  }

  private static VectorFunction.Factory writer(DataType from) {
    return switch (from.kind()) {
      case INT8, INT16, INT32, INT64, DECIMAL -> context -> new NumberTexts(from);
      case DATE, TIME, TIMESTAMP -> context -> new TimeTexts(from.kind());
      case TIMESTAMP_LTZ -> TextCasts::ofMoments;
      default -> RowFunctions.text((a, row, out) -> out.append(Casts.text(a[0], row)));
    };
  }

  /** Writes moments as the clocks of the session's zone show them, with their offset. */
  private static VectorFunction ofMoments(WorkerContext context) {
    ZoneId zone = context.query().zone();
    return RowFunctions.text(
            (a, row, out) -> out.append(DateTimeText.formatMoment(a[0].getLong(row), zone)))
        .newFunction(context);
  }

  private static Expression toBytes(Expression text) {
    return Casts.function(
        text,
        DataType.VARBINARY,
        true,
        RowFunctions.text((a, row, out) -> out.append(BlobText.parse(Utf8.string(a[0], row)))));
  }

  private static Expression ofBytes(Expression bytes) {
    return Casts.function(
        bytes,
        DataType.VARCHAR,
        false,
        RowFunctions.text((a, row, out) -> out.append(Casts.text(a[0], row))));
  }

  private static boolean isBinary(DataType type) {
    return type.kind() == TypeKind.BINARY || type.kind() == TypeKind.VARBINARY;
  }

  /** Cuts a string to the length of the type, and pads CHAR with blanks. */
  private static Expression fitText(Expression operand, DataType type) {
    DataType from = operand.type();
    if (type.kind() == TypeKind.VARCHAR && type.precision() >= from.precision()) {
      return new Relabel(operand, type);
    }
    if (type.kind() == TypeKind.VARCHAR) {
      return Casts.function(
          operand,
          type,
          false,
          RowFunctions.views((heap, view, a, row) -> Utf8.slice(heap, view, 0, type.precision())));
    }
    return Casts.function(
        operand, type, false, RowFunctions.text((a, row, out) -> pad(a[0], row, type, out)));
  }

  private static void pad(ColumnVector vector, int row, DataType type, TextWriter out) {
    MemorySegment heap = vector.valueHeap();
    long view = vector.getView(row);
    int missing = type.precision() - Utf8.length(heap, view);
    if (missing <= 0) {
      out.append(heap, Utf8.slice(heap, view, 0, type.precision()));
      return;
    }
    out.append(heap, view);
    for (int i = 0; i < missing; i++) {
      out.append((byte) ' ');
    }
  }

  private static VectorFunction.Factory fitBytes(DataType type) {
    if (type.kind() != TypeKind.BINARY) {
      return RowFunctions.views(
          (heap, view, a, row) ->
              StringView.of(
                  StringView.offset(view), Math.min(StringView.length(view), type.precision())));
    }
    return RowFunctions.text(
        (a, row, out) -> {
          long view = a[0].getView(row);
          int length = Math.min(StringView.length(view), type.precision());
          out.append(a[0].valueHeap(), StringView.offset(view), length);
          for (int i = length; i < type.precision(); i++) {
            out.append((byte) 0);
          }
        });
  }
}
