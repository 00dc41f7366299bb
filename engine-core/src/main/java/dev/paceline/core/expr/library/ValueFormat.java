package dev.paceline.core.expr.library;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A format with one place for a value, in the syntax of DuckDB's {@code format} or of {@code
 * printf}; immutable.
 */
final class ValueFormat {
  private static final Pattern BRACES =
      Pattern.compile(
          "(?:(?<fill>.)?(?<align>[<>^]))?(?<sign>[-+ ])?(?<alternate>#)?(?<zero>0)?(?<width>\\d+)?"
              + "(?<group>[,_'])?(?:\\.(?<precision>\\d+))?(?<type>[a-zA-Z])?",
          Pattern.DOTALL);

  private static final Pattern PERCENT =
      Pattern.compile(
          "(?<flags>[-+ #0,_']*)(?<width>\\d+)?(?:\\.(?<precision>\\d+))?(?:hh|h|ll|l)?"
              + "(?<type>[a-zA-Z])");

  /** The largest width and the largest precision. */
  private static final int MOST = 1000;

  private final String before;
  private final String after;
  private final char fill;

  /** One of {@code <>^}, or 0 for the usual side of the value's type. */
  private final char align;

  private final String sign;
  private final boolean alternate;
  private final boolean zeros;
  private final int width;
  private final String group;

  /** Digits, or -1. */
  private final int precision;

  /** A letter, or 0 for that of the value's type. */
  private final char type;

  private ValueFormat(String before, Matcher parts, boolean braces, String after) {
    this.before = before;
    this.after = after;
    String flags = braces ? "" : parts.group("flags");
    align = braces ? letter(parts.group("align")) : flags.indexOf('-') >= 0 ? '<' : '>';
    String filling = braces ? parts.group("fill") : null;
    fill = filling == null ? ' ' : filling.charAt(0);
    String signs = braces ? parts.group("sign") : flags;
    sign = signs == null ? "" : signs.indexOf('+') >= 0 ? "+" : signs.indexOf(' ') >= 0 ? " " : "";
    alternate = braces ? parts.group("alternate") != null : flags.indexOf('#') >= 0;
    zeros = (braces ? parts.group("zero") != null : flags.indexOf('0') >= 0) && align != '<';
    width = number(parts.group("width"), 0);
    String groups = braces ? parts.group("group") : flags.replaceAll("[^,_']", "");
    group = groups == null ? "" : groups;
    precision = number(parts.group("precision"), -1);
    type = letter(parts.group("type"));
  }

  /**
   * A format in which {@code {}} is the place of the value.
   *
   * @throws PacelineException INVALID_ARGUMENT if there is no such place or if it has an unknown
   *     format
   */
  static ValueFormat ofBraces(String text) {
    StringBuilder before = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (i + 1 < text.length() && text.charAt(i + 1) == character && isBrace(character)) {
        i++;
      } else if (character == '{') {
        int end = text.indexOf('}', i);
        String inside = end < 0 ? "" : text.substring(i + 1, end);
        int colon = inside.indexOf(':');
        Matcher parts = BRACES.matcher(colon < 0 ? "" : inside.substring(colon + 1));
        if (end < 0 || !parts.matches()) {
          throw unreadable(text);
        }
        String after = text.substring(end + 1).replace("{{", "{").replace("}}", "}");
        return new ValueFormat(before.toString(), parts, true, after);
      }
      before.append(character);
    }
    throw unreadable(text);
  }

  private static boolean isBrace(char character) {
    return character == '{' || character == '}';
  }

  /**
   * A format in which a percent sign begins the place of the value.
   *
   * @throws PacelineException INVALID_ARGUMENT if there is no such place or if it has an unknown
   *     format
   */
  static ValueFormat ofPercent(String text) {
    StringBuilder before = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (text.startsWith("%%", i)) {
        i++;
      } else if (character == '%') {
        Matcher parts = PERCENT.matcher(text).region(i + 1, text.length());
        if (!parts.lookingAt()) {
          throw unreadable(text);
        }
        String after = text.substring(parts.end()).replace("%%", "%");
        return new ValueFormat(before.toString(), parts, false, after);
      }
      before.append(character);
    }
    throw unreadable(text);
  }

  String write(String value) {
    if (type != 0 && type != 's') {
      throw unfit("a string");
    }
    int end = precision < 0 ? -1 : Math.min(precision, value.codePointCount(0, value.length()));
    return padded("", end < 0 ? value : value.substring(0, value.offsetByCodePoints(0, end)), '<');
  }

  String write(long value) {
    String digits =
        switch (type) {
          case 0, 'd', 'i', 'u', 's' -> grouped(unsigned(Long.toString(value)));
          case 'x' -> unsigned(Long.toString(value, 16));
          case 'X' -> unsigned(Long.toString(value, 16)).toUpperCase(Locale.ROOT);
          case 'o' -> unsigned(Long.toString(value, 8));
          case 'b', 'B' -> unsigned(Long.toString(value, 2));
          case 'c' -> Character.toString((int) value);
          case 'e', 'E', 'f', 'F', 'g', 'G' -> null;
          default -> throw unfit("a whole number");
        };
    if (digits == null) {
      return write((double) value);
    }
    String prefix = alternate && "xXobB".indexOf(type) >= 0 ? "0" + (type == 'o' ? "" : type) : "";
    return padded((value < 0 ? "-" : sign) + prefix, digits, '>');
  }

  String write(double value) {
    boolean negative = Double.doubleToRawLongBits(value) < 0 && !Double.isNaN(value);
    double absolute = Math.abs(value);
    String digits =
        !Double.isFinite(value)
            ? Double.isNaN(value) ? "nan" : "inf"
            : switch (type) {
              case 0, 's' -> precision < 0 ? shortest(absolute) : general(absolute, precision);
              case 'f', 'F' -> grouped(fixed(absolute, precision < 0 ? 6 : precision));
              case 'e', 'E' -> exponential(absolute, precision < 0 ? 6 : precision);
              case 'g', 'G' -> general(absolute, precision < 0 ? 6 : precision);
              default -> throw unfit("a number with a fraction");
            };
    String written = Character.isUpperCase(type) ? digits.toUpperCase(Locale.ROOT) : digits;
    return padded(negative ? "-" : sign, written, '>');
  }

  private static String unsigned(String digits) {
    return digits.startsWith("-") ? digits.substring(1) : digits;
  }

  private String grouped(String digits) {
    if (group.isEmpty()) {
      return digits;
    }
    int point = digits.indexOf('.');
    int end = point < 0 ? digits.length() : point;
    StringBuilder out = new StringBuilder(digits);
    for (int at = end - 3; at > 0; at -= 3) {
      out.insert(at, group);
    }
    return out.toString();
  }

  private static String fixed(double value, int digits) {
    return new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
  }

  private static String exponential(double value, int digits) {
    BigDecimal exact = new BigDecimal(value);
    if (value == 0) {
      return fixed(0, digits) + "e+00";
    }
    int exponent = exact.precision() - exact.scale() - 1;
    BigDecimal fraction = exact.movePointLeft(exponent).setScale(digits, RoundingMode.HALF_EVEN);
    if (fraction.compareTo(BigDecimal.TEN) >= 0) {
      exponent++;
      fraction = fraction.movePointLeft(1).setScale(digits, RoundingMode.HALF_EVEN);
    }
    return fraction.toPlainString() + exponent(exponent);
  }

  private static String exponent(int exponent) {
    return String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  private static String general(double value, int precision) {
    int digits = Math.max(precision, 1);
    String exponential = exponential(value, digits - 1);
    int at = exponential.indexOf('e');
    int exponent = Integer.parseInt(exponential.substring(at + 1));
    return exponent < -4 || exponent >= digits
        ? withoutZeros(exponential.substring(0, at)) + exponential.substring(at)
        : withoutZeros(fixed(value, digits - 1 - exponent));
  }

  /** The fewest digits that tell the value from others. */
  private static String shortest(double value) {
    BigDecimal digits = new BigDecimal(Double.toString(value));
    int exponent = value == 0 ? 0 : digits.precision() - digits.scale() - 1;
    if (exponent >= -4 && exponent < 16) {
      String plain = withoutZeros(digits.toPlainString());
      return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }
    String fraction = withoutZeros(digits.movePointLeft(exponent).toPlainString());
    return fraction + exponent(exponent);
  }

  private static String withoutZeros(String digits) {
    return digits.indexOf('.') < 0 ? digits : digits.replaceAll("\\.?0+$", "");
  }

  private String padded(String prefix, String digits, char usual) {
    int missing = width - prefix.length() - digits.codePointCount(0, digits.length());
    if (missing <= 0) {
      return before + prefix + digits + after;
    }
    char side = align == 0 ? usual : align;
    if (zeros && usual == '>') {
      return before + prefix + "0".repeat(missing) + digits + after;
    }
    String filling = String.valueOf(fill);
    int left = side == '<' ? 0 : side == '>' ? missing : missing / 2;
    return before + filling.repeat(left) + prefix + digits + filling.repeat(missing - left) + after;
  }

  private static char letter(@Nullable String text) {
    return text == null ? 0 : text.charAt(0);
  }

  private static int number(@Nullable String digits, int otherwise) {
    if (digits == null) {
      return otherwise;
    }
    int number = digits.length() > 4 ? MOST + 1 : Integer.parseInt(digits);
    if (number > MOST) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "a format has a width or precision of more than " + MOST);
    }
    return number;
  }

  private PacelineException unfit(String value) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT, "the format '" + type + "' does not fit " + value);
  }

  private static PacelineException unreadable(String text) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "'" + text + "' is no format for a value; write {} or {:.2f}, or %s or %.2f in printf");
  }
}
