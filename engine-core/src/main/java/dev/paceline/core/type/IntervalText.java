package dev.paceline.core.type;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes and reads intervals in words, as PostgreSQL and DuckDB do: {@code 1 year 2 days 03:04:05}.
 */
public final class IntervalText {
  private static final int MONTHS_PER_YEAR = 12;
  private static final BigDecimal DAYS_PER_MONTH =
      BigDecimal.valueOf(IntervalFields.DAYS_PER_MONTH);

  /** Longer strings are no intervals. */
  private static final int MAX_LENGTH = 256;

  private static final Pattern PART =
      Pattern.compile("\\s*([+-]?\\d{1,18}(?:\\.\\d*)?|[+-]?\\.\\d+)\\s*([a-zA-Z]+)");

  /** Years and months as the SQL standard writes them, {@code 1-2}. */
  private static final Pattern YEARS_AND_MONTHS =
      Pattern.compile("\\s*([+-]?)(\\d{1,9})-(\\d{1,9})(?=\\s|$)");

  /** Days in front of a time, as the SQL standard writes them, {@code 1 02:03:04}. */
  private static final Pattern DAYS = Pattern.compile("\\s*([+-]?\\d{1,18})(?=\\s+[+-]?\\d+:)");

  private static final Pattern TIME =
      Pattern.compile("\\s*([+-]?)(\\d{1,18}):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d*)?))?\\s*");

  private static final Pattern NUMBER =
      Pattern.compile("\\s*([+-]?(?:\\d{1,18}(?:\\.\\d*)?|\\.\\d+))\\s*");

  private static final Pattern AGO = Pattern.compile("(?i)\\s+ago\\s*$");

  /** A part of an interval of ISO 8601. */
  private static final Pattern ISO_PART =
      Pattern.compile("([+-]?\\d{1,18}(?:[.,]\\d+)?)([YMWDHS])");

  private IntervalText() {}

  /** Returns an interval in words. */
  public static String of(long high, long low) {
    return of(new IntervalFields().read(high, low));
  }

  /** Returns an interval in words: the units that are not zero, then the time. */
  public static String of(IntervalFields interval) {
    StringBuilder out = new StringBuilder();
    append(out, interval.months() / MONTHS_PER_YEAR, "year");
    append(out, interval.months() % MONTHS_PER_YEAR, "month");
    append(out, interval.days(), "day");
    long time = interval.micros();
    if (time != 0 || out.isEmpty()) {
      out.append(out.isEmpty() ? "" : " ").append(time < 0 ? "-" : "");
      if (time == Long.MIN_VALUE) {
        // Its absolute value does not fit a long.
        long hours = -(time / Micros.PER_HOUR);
        out.append(hours).append(DateTimeText.formatTime(-(time % Micros.PER_HOUR)).substring(2));
      } else {
        out.append(DateTimeText.formatTime(Math.abs(time)));
      }
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
   * Reads the interval that a string says, in one of the forms of PostgreSQL and DuckDB: numbers
   * with units, {@code 1 year 2 days}, the standard's {@code 1-2 3 04:05:06}, ISO 8601's {@code
   * P1Y2M3DT4H5M6S}, or a number of seconds. A time may end it, a fraction of a unit is a number of
   * smaller units, and {@code ago} at the end turns the signs.
   *
   * @param out gets the interval
   * @return {@code out}
   * @throws PacelineException INVALID_CAST if the string is no interval, NUMERIC_OVERFLOW if a
   *     field of the interval is no long
   */
  public static IntervalFields parse(String text, IntervalFields out) {
    Reader reader = new Reader();
    try {
      if (text.length() > MAX_LENGTH || !reader.read(text)) {
        throw new PacelineException(
            ErrorCode.INVALID_CAST,
            "'"
                + text
                + "' cannot be cast to INTERVAL; write numbers with units, such as '1 day 02:30:00'");
      }
      long sign = reader.isAgo ? -1 : 1;
      return out.set(0, 0, 0).plus(sign, reader.months, reader.days, reader.micros);
    } catch (ArithmeticException e) {
      throw new PacelineException(
          ErrorCode.NUMERIC_OVERFLOW, "'" + text + "' is out of the range of INTERVAL", e);
    }
  }

  /** Reads one string. */
  private static final class Reader {
    private long months;
    private long days;
    private long micros;
    private boolean isAgo;

    /**
     * Adds each part of a string to this interval.
     *
     * @return whether it is an interval
     */
    private boolean read(String text) {
      Matcher ago = AGO.matcher(text);
      isAgo = ago.find();
      String parts = isAgo ? text.substring(0, ago.start()) : text;
      String stripped = parts.strip();
      if (stripped.startsWith("@")) {
        parts = stripped.substring(1);
      }
      if (stripped.matches("[+-]?P.*")) {
        return readIso(stripped);
      }
      Matcher number = NUMBER.matcher(parts);
      if (number.matches()) {
        addMicros(new BigDecimal(number.group(1)), Micros.PER_SECOND);
        return true;
      }
      int end = readStandard(parts);
      Matcher matcher = PART.matcher(parts);
      while (matcher.region(end, parts.length()).lookingAt()) {
        if (!add(new BigDecimal(matcher.group(1)), matcher.group(2).toLowerCase(Locale.ROOT))) {
          return false;
        }
        end = matcher.end();
      }
      Matcher time = TIME.matcher(parts).region(end, parts.length());
      if (time.matches()) {
        String sign = time.group(1);
        addMicros(new BigDecimal(sign + time.group(2)), Micros.PER_HOUR);
        addMicros(new BigDecimal(sign + time.group(3)), Micros.PER_MINUTE);
        if (time.group(4) != null) {
          addMicros(new BigDecimal(sign + time.group(4)), Micros.PER_SECOND);
        }
        return true;
      }
      return end > 0 && parts.substring(end).isBlank();
    }

    /** Reads years and months, and days, without units; returns where they end. */
    private int readStandard(String text) {
      int end = 0;
      Matcher years = YEARS_AND_MONTHS.matcher(text);
      if (years.lookingAt()) {
        String sign = years.group(1);
        addMonths(new BigDecimal(sign + years.group(2)), MONTHS_PER_YEAR);
        addMonths(new BigDecimal(sign + years.group(3)), 1);
        end = years.end();
      }
      Matcher wholeDays = DAYS.matcher(text).region(end, text.length());
      if (wholeDays.lookingAt()) {
        addDays(new BigDecimal(wholeDays.group(1)), 1);
        end = wholeDays.end();
      }
      return end;
    }

    /** Reads an interval of ISO 8601, such as P1Y2M3DT4H5M6.5S. */
    private boolean readIso(String text) {
      int sign = text.startsWith("-") ? -1 : 1;
      int at = text.indexOf('P') + 1;
      boolean isTime = false;
      boolean isEmpty = true;
      Matcher part = ISO_PART.matcher(text);
      while (at < text.length()) {
        if (text.charAt(at) == 'T' && !isTime) {
          isTime = true;
          isEmpty = true;
          at++;
          continue;
        }
        if (!part.region(at, text.length()).lookingAt()) {
          return false;
        }
        BigDecimal number =
            new BigDecimal(part.group(1).replace(',', '.')).multiply(BigDecimal.valueOf(sign));
        String unit = part.group(2);
        if ("HS".contains(unit) && !isTime || "YWD".contains(unit) && isTime) {
          return false;
        }
        add(number, unit.equals("M") ? isTime ? "minute" : "month" : unit.toLowerCase(Locale.ROOT));
        isEmpty = false;
        at = part.end();
      }
      return !isEmpty;
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
        case "week", "weeks", "w" -> addDays(number, 7);
        case "day", "days", "d" -> addDays(number, 1);
        case "hour", "hours", "hr", "hrs", "h" -> addMicros(number, Micros.PER_HOUR);
        case "minute", "minutes", "min", "mins", "m" -> addMicros(number, Micros.PER_MINUTE);
        case "second", "seconds", "sec", "secs", "s" -> addMicros(number, Micros.PER_SECOND);
        case "millisecond", "milliseconds", "msec", "msecs", "ms" ->
            addMicros(number, Micros.PER_MILLI);
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
      addDays(added.subtract(whole).multiply(DAYS_PER_MONTH), 1);
    }

    /** Adds some units of days, and microseconds for a fraction of a day. */
    private void addDays(BigDecimal number, long unit) {
      BigDecimal added = number.multiply(BigDecimal.valueOf(unit));
      BigDecimal whole = added.setScale(0, RoundingMode.DOWN);
      days = Math.addExact(days, whole.longValueExact());
      addMicros(added.subtract(whole), Micros.PER_DAY);
    }

    private void addMicros(BigDecimal number, long unit) {
      BigDecimal added = number.multiply(BigDecimal.valueOf(unit));
      micros = Math.addExact(micros, added.setScale(0, RoundingMode.HALF_UP).longValueExact());
    }
  }
}
