package dev.paceline.grammar;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reads intervals whose text has the units: {@code INTERVAL '1 day 2 hours'}. A number alone is
 * seconds. Hours, minutes and seconds may stand at the end as a time: {@code INTERVAL '1 day
 * 02:30:15.5'}. A fraction of a unit is a number of smaller ones, and {@code ago} at the end turns
 * the signs.
 */
final class IntervalTexts {
  private static final Pattern PART = Pattern.compile("\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*([a-zA-Z]+)");

  private static final Pattern TIME =
      Pattern.compile("\\s*([+-]?)(\\d+):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d+)?))?\\s*");

  private static final Pattern AGO = Pattern.compile("(?i)\\s+ago\\s*$");

  private static final BigDecimal MONTHS_OF_YEAR = BigDecimal.valueOf(12);
  private static final BigDecimal DAYS_OF_MONTH = BigDecimal.valueOf(30);

  private static final Pattern NUMBER = Pattern.compile("\\s*[+-]?\\d+(?:\\.\\d+)?\\s*");

  /** The digits of a fraction of a second that an interval keeps. */
  private static final int SECOND_DIGITS = 6;

  private IntervalTexts() {}

  /**
   * Returns the interval of a text and a unit behind it, where a fraction of a unit is a number of
   * smaller ones.
   *
   * @param sign -1 for a minus in front of the text
   * @throws ParseException the text is no interval
   */
  static SqlNode literal(SqlParserPos position, int sign, String text, SqlIntervalQualifier unit)
      throws ParseException {
    boolean fraction =
        unit.isSingleDatetimeField() && text.contains(".") && NUMBER.matcher(text).matches();
    return fraction && unit.getStartUnit() != TimeUnit.SECOND
        ? parse(position, sign, text + ' ' + unit.getStartUnit().name())
        : SqlParserUtil.parseIntervalLiteral(position, sign, text, unit);
  }

  /**
   * Tells whether a word behind the text of an interval is the unit of the number in the text.
   *
   * @param quoted the text in its quotes
   */
  static boolean isUnitOf(String quoted, String word) {
    return NUMBER.matcher(quoted.replace("'", "")).matches()
        && shift(word.toLowerCase(Locale.ROOT)) != 0;
  }

  /**
   * @param sign -1 for a minus in front of the text
   * @throws ParseException the text is no interval
   */
  static SqlNode parse(SqlParserPos position, int sign, String text) throws ParseException {
    Matcher ago = AGO.matcher(text);
    if (ago.find()) {
      return parse(position, -sign, text.substring(0, ago.start()));
    }
    if (NUMBER.matcher(text).matches()) {
      return parse(position, sign, text + " seconds");
    }
    Matcher matcher = PART.matcher(text);
    SqlNode sum = null;
    int end = 0;
    while (matcher.find(end) && matcher.start() == end) {
      SqlNode part = part(position, sign, matcher.group(1), matcher.group(2), text);
      sum = plus(position, sum, part);
      end = matcher.end();
    }
    Matcher time = TIME.matcher(text).region(end, text.length());
    if (time.matches()) {
      String minus = time.group(1);
      sum = plus(position, sum, part(position, sign, minus + time.group(2), "hours", text));
      sum = plus(position, sum, part(position, sign, minus + time.group(3), "minutes", text));
      if (time.group(4) != null) {
        sum = plus(position, sum, part(position, sign, minus + time.group(4), "seconds", text));
      }
      end = text.length();
    }
    if (sum == null || !text.substring(end).isBlank()) {
      throw wrong(text);
    }
    return sum;
  }

  private static SqlNode plus(SqlParserPos position, @Nullable SqlNode sum, SqlNode part) {
    return sum == null ? part : SqlStdOperatorTable.PLUS.createCall(position, sum, part);
  }

  private static SqlNode part(
      SqlParserPos position, int sign, String number, String word, String text)
      throws ParseException {
    TimeUnit unit = unit(word.toLowerCase(Locale.ROOT));
    if (unit == null) {
      throw wrong(text);
    }
    int shift = shift(word.toLowerCase(Locale.ROOT));
    boolean negative = number.startsWith("-");
    String digits = number.startsWith("+") || negative ? number.substring(1) : number;
    if (shift != 0) {
      digits = new BigDecimal(digits).movePointLeft(shift).toPlainString();
    }
    if (digits.contains(".") && unit != TimeUnit.SECOND) {
      return parts(position, negative ? -sign : sign, unit, new BigDecimal(digits));
    }
    return part(position, negative ? -sign : sign, unit, digits);
  }

  /** Returns the interval of some units and a fraction, in smaller units. */
  private static SqlNode parts(SqlParserPos position, int sign, TimeUnit unit, BigDecimal number) {
    BigDecimal seconds = secondsOf(unit);
    if (seconds != null) {
      String digits = number.multiply(seconds).stripTrailingZeros().toPlainString();
      return part(position, sign, TimeUnit.SECOND, digits);
    }
    BigDecimal months =
        switch (unit) {
          case YEAR -> number.multiply(MONTHS_OF_YEAR);
          case QUARTER -> number.multiply(BigDecimal.valueOf(3));
          default -> number;
        };
    BigDecimal whole = months.setScale(0, RoundingMode.DOWN);
    BigDecimal days = months.subtract(whole).multiply(DAYS_OF_MONTH);
    if (days.signum() == 0) {
      return part(position, sign, TimeUnit.MONTH, whole.toPlainString());
    }
    SqlNode rest = parts(position, sign, TimeUnit.DAY, days);
    return whole.signum() == 0
        ? rest
        : plus(position, part(position, sign, TimeUnit.MONTH, whole.toPlainString()), rest);
  }

  /** Returns how many seconds a unit has; null for one of months. */
  private static @Nullable BigDecimal secondsOf(TimeUnit unit) {
    return switch (unit) {
      case WEEK -> BigDecimal.valueOf(7 * 86_400);
      case DAY -> BigDecimal.valueOf(86_400);
      case HOUR -> BigDecimal.valueOf(3_600);
      case MINUTE -> BigDecimal.valueOf(60);
      default -> null;
    };
  }

  private static SqlNode part(SqlParserPos position, int sign, TimeUnit unit, String digits) {
    int point = digits.indexOf('.');
    String kept =
        point < 0
            ? digits
            : digits.substring(0, Math.min(digits.length(), point + 1 + SECOND_DIGITS));
    int precision = point < 0 ? digits.length() : Math.max(1, point);
    SqlIntervalQualifier qualifier = new SqlIntervalQualifier(unit, precision, null, -1, position);
    return SqlParserUtil.parseIntervalLiteral(position, sign, kept, qualifier);
  }

  private static @Nullable TimeUnit unit(String word) {
    return switch (word) {
      case "year", "years", "yr", "yrs", "y" -> TimeUnit.YEAR;
      case "quarter", "quarters" -> TimeUnit.QUARTER;
      case "month", "months", "mon", "mons" -> TimeUnit.MONTH;
      case "week", "weeks", "w" -> TimeUnit.WEEK;
      case "day", "days", "d" -> TimeUnit.DAY;
      case "hour", "hours", "hr", "hrs", "h" -> TimeUnit.HOUR;
      case "minute", "minutes", "min", "mins", "m" -> TimeUnit.MINUTE;
      case "second", "seconds", "sec", "secs", "s" -> TimeUnit.SECOND;
      default -> shift(word) > 0 ? TimeUnit.SECOND : shift(word) < 0 ? TimeUnit.YEAR : null;
    };
  }

  /**
   * The digits by which a part of a second is smaller than a second, or, negative, by which a unit
   * is larger than a year; 0 for other units.
   */
  private static int shift(String word) {
    return switch (word) {
      case "millisecond", "milliseconds", "msec", "msecs", "ms" -> 3;
      case "millennium", "millennia", "millenniums", "mil", "mils" -> -3;
      case "century", "centuries", "cent", "c" -> -2;
      case "decade", "decades", "dec", "decs" -> -1;
      case "microsecond", "microseconds", "usec", "usecs", "us" -> 6;
      default -> 0;
    };
  }

  private static ParseException wrong(String text) {
    return new ParseException(
        "the interval '" + text + "' has no unit; write numbers with units, such as '1 day'");
  }
}
