package dev.paceline.core.type;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes and reads intervals in words, as PostgreSQL and DuckDB do: {@code 1 year 2 months}. */
public final class IntervalText {
  private static final int MONTHS_PER_YEAR = 12;
  private static final BigDecimal DAYS_PER_MONTH = BigDecimal.valueOf(30);
  private static final long MICROS_PER_HOUR = Micros.PER_DAY / 24;
  private static final long MICROS_PER_MINUTE = MICROS_PER_HOUR / 60;
  private static final long MICROS_PER_SECOND = MICROS_PER_MINUTE / 60;

  /** Longer strings are no intervals. */
  private static final int MAX_LENGTH = 256;

  private static final Pattern PART =
      Pattern.compile("\\s*([+-]?\\d{1,18}(?:\\.\\d+)?)\\s*([a-zA-Z]+)");

  private static final Pattern TIME =
      Pattern.compile("\\s*([+-]?)(\\d{1,18}):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d+)?))?\\s*");

  private static final Pattern AGO = Pattern.compile("(?i)\\s+ago\\s*$");

  private IntervalText() {}

  public static String ofMonths(long months) {
    if (months == 0) {
      return DateTimeText.formatTime(0);
    }
    StringBuilder out = new StringBuilder();
    append(out, months / MONTHS_PER_YEAR, "year");
    append(out, months % MONTHS_PER_YEAR, "month");
    return out.toString();
  }

  public static String ofMicros(long micros) {
    StringBuilder out = new StringBuilder();
    append(out, micros / Micros.PER_DAY, "day");
    long time = micros % Micros.PER_DAY;
    if (time != 0 || out.isEmpty()) {
      out.append(out.isEmpty() ? "" : " ")
          .append(time < 0 ? "-" : "")
          .append(DateTimeText.formatTime(Math.abs(time)));
    }
    return out.toString();
  }

  private static void append(StringBuilder out, long number, String unit) {
    if (number != 0) {
      out.append(out.isEmpty() ? "" : " ").append(number).append(' ').append(unit);
      out.append(Math.abs(number) == 1 ? "" : "s");
    }
  }

  /**
   * Returns the months or microseconds of an interval in words. A time of day may end it, a
   * fraction of a unit is a number of smaller units, and {@code ago} at the end turns the signs.
   *
   * @param type INTERVAL_MONTHS or INTERVAL_MICROS
   * @throws PacelineException INVALID_CAST if the string is no interval, or has units of the other
   *     type
   */
  public static long parse(String text, DataType type) {
    Span span = new Span();
    boolean wantsMonths = type.kind() == TypeKind.INTERVAL_MONTHS;
    try {
      if (text.length() > MAX_LENGTH || !span.read(text)) {
        throw invalid(text, type, "write numbers with units, such as '1 day 02:30:00'");
      }
      if ((wantsMonths ? span.micros : span.months) != 0) {
        throw invalid(
            text,
            type,
            wantsMonths
                ? "it has days or units of time, which an INTERVAL DAY TO SECOND has"
                : "it has months or years, which an INTERVAL YEAR TO MONTH has");
      }
      long sign = span.isAgo ? -1 : 1;
      long value = Math.multiplyExact(sign, wantsMonths ? span.months : span.micros);
      if (value < type.minLong() || value > type.maxLong()) {
        throw new ArithmeticException();
      }
      return value;
    } catch (ArithmeticException e) {
      throw invalid(text, type, "it is out of the range of the type");
    }
  }

  private static PacelineException invalid(String text, DataType type, String reason) {
    return new PacelineException(
        ErrorCode.INVALID_CAST, "'" + text + "' cannot be cast to " + type + "; " + reason);
  }

  /** The months and microseconds of an interval. */
  private static final class Span {
    private long months;
    private long micros;
    private boolean isAgo;

    /**
     * Parses a string such as {@code 1 month 2 days}, and adds each of its parts to this interval.
     *
     * @return whether it is an interval
     */
    private boolean read(String text) {
      Matcher ago = AGO.matcher(text);
      isAgo = ago.find();
      String parts = isAgo ? text.substring(0, ago.start()) : text;
      Matcher matcher = PART.matcher(parts);
      int end = 0;
      while (matcher.region(end, parts.length()).lookingAt()) {
        if (!add(new BigDecimal(matcher.group(1)), matcher.group(2).toLowerCase(Locale.ROOT))) {
          return false;
        }
        end = matcher.end();
      }
      Matcher time = TIME.matcher(parts).region(end, parts.length());
      if (time.matches()) {
        String sign = time.group(1);
        addMicros(new BigDecimal(sign + time.group(2)), MICROS_PER_HOUR);
        addMicros(new BigDecimal(sign + time.group(3)), MICROS_PER_MINUTE);
        if (time.group(4) != null) {
          addMicros(new BigDecimal(sign + time.group(4)), MICROS_PER_SECOND);
        }
        return true;
      }
      return end > 0 && parts.substring(end).isBlank();
    }

    private boolean add(BigDecimal number, String unit) {
      switch (unit) {
        case "millennium", "millennia", "millenniums", "mil", "mils" ->
            addMonths(number, 1000 * MONTHS_PER_YEAR);
        case "century", "centuries", "cent", "c" -> addMonths(number, 100 * MONTHS_PER_YEAR);
        case "decade", "decades", "dec", "decs" -> addMonths(number, 10 * MONTHS_PER_YEAR);
        case "year", "years", "yr", "yrs", "y" -> addMonths(number, MONTHS_PER_YEAR);
        case "quarter", "quarters" -> addMonths(number, 3);
        case "month", "months", "mon", "mons" -> addMonths(number, 1);
        case "week", "weeks", "w" -> addMicros(number, 7 * Micros.PER_DAY);
        case "day", "days", "d" -> addMicros(number, Micros.PER_DAY);
        case "hour", "hours", "hr", "hrs", "h" -> addMicros(number, MICROS_PER_HOUR);
        case "minute", "minutes", "min", "mins", "m" -> addMicros(number, MICROS_PER_MINUTE);
        case "second", "seconds", "sec", "secs", "s" -> addMicros(number, MICROS_PER_SECOND);
        case "millisecond", "milliseconds", "msec", "msecs", "ms" ->
            addMicros(number, MICROS_PER_SECOND / 1000);
        case "microsecond", "microseconds", "usec", "usecs", "us" -> addMicros(number, 1);
        default -> {
          return false;
        }
      }
      return true;
    }

    /** Adds some units of months, and days for a fraction of a month. */
    private void addMonths(BigDecimal number, long unit) {
      BigDecimal added = number.multiply(BigDecimal.valueOf(unit));
      BigDecimal whole = added.setScale(0, RoundingMode.DOWN);
      months = Math.addExact(months, whole.longValueExact());
      addMicros(added.subtract(whole).multiply(DAYS_PER_MONTH), Micros.PER_DAY);
    }

    private void addMicros(BigDecimal number, long unit) {
      BigDecimal added = number.multiply(BigDecimal.valueOf(unit));
      micros = Math.addExact(micros, added.setScale(0, RoundingMode.HALF_UP).longValueExact());
    }
  }
}
