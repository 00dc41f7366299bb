package dev.paceline.core.type;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Dates and times as SQL writes them, and their numbers. Independent of locale and time zone. */
public final class DateTimeText {
  private DateTimeText() {}

  /** Parses a date such as {@code 1998-12-01} to days since 1970-01-01. */
  public static long parseDate(String text) {
    Scanner scanner = new Scanner(text.strip(), text, "date");
    long day = scanner.date();
    scanner.end();
    return day;
  }

  /**
   * Parses a time such as {@code 12:34:56.789012} to microseconds of the day; seconds may be left
   * out.
   */
  public static long parseTime(String text) {
    Scanner scanner = new Scanner(text.strip(), text, "time");
    long micros = scanner.time();
    scanner.end();
    return micros;
  }

  /**
   * Parses a timestamp such as {@code 1998-12-01 12:34:56.789012} to microseconds since
   * 1970-01-01T00:00:00. The time may be left out, and a T may separate date and time.
   */
  public static long parseTimestamp(String text) {
    Scanner scanner = new Scanner(text.strip(), text, "timestamp");
    long micros = scanner.timestamp();
    scanner.end();
    return micros;
  }

  /**
   * Parses as {@link #parseTimestamp} does, and ignores a zone behind the timestamp, as PostgreSQL
   * does.
   */
  public static long parseTimestampIgnoringZone(String text) {
    Scanner scanner = new Scanner(text.strip(), text, "timestamp");
    long micros = scanner.timestamp();
    if (!scanner.rest().isBlank()) {
      parseInstant(text, ZoneOffset.UTC); // this fails for a text that is no zone
    }
    return micros;
  }

  /**
   * Parses a timestamp with an optional zone behind it ({@code Z}, {@code +02:00}, {@code
   * Europe/Paris}) to microseconds since 1970-01-01T00:00:00Z.
   *
   * @param zone the zone of texts without one
   */
  public static long parseInstant(String text, ZoneId zone) {
    Scanner scanner = new Scanner(text.strip(), text, "timestamp");
    long local = scanner.timestamp();
    String rest = scanner.rest().strip();
    try {
      return toInstant(local, rest.isEmpty() ? zone : ZoneId.of(rest));
    } catch (DateTimeException e) {
      throw scanner.invalid();
    }
  }

  /**
   * Returns the instant of a wall clock reading, in microseconds. A reading that clocks show twice,
   * because they were put back, is the later one, as in PostgreSQL and DuckDB.
   */
  public static long toInstant(long localMicros, ZoneId zone) {
    if (zone instanceof ZoneOffset offset) {
      return localMicros - offset.getTotalSeconds() * Micros.PER_SECOND;
    }
    return Micros.of(
        Micros.toLocalDateTime(localMicros).atZone(zone).withLaterOffsetAtOverlap().toInstant());
  }

  /** Returns the wall clock reading of an instant, in microseconds. */
  public static long toLocal(long instantMicros, ZoneId zone) {
    return instantMicros + offset(instantMicros, zone).getTotalSeconds() * Micros.PER_SECOND;
  }

  private static ZoneOffset offset(long instantMicros, ZoneId zone) {
    return zone instanceof ZoneOffset fixed
        ? fixed
        : zone.getRules().getOffset(Micros.toInstant(instantMicros));
  }

  /**
   * Formats a moment as the clocks of a zone show it, with the zone's offset, such as {@code
   * 2024-01-01 12:00:00+01}.
   */
  public static String formatMoment(long instantMicros, ZoneId zone) {
    int seconds = offset(instantMicros, zone).getTotalSeconds();
    int minutes = Math.abs(seconds) / 60;
    StringBuilder out = new StringBuilder(formatTimestamp(toLocal(instantMicros, zone)));
    digits(out.append(seconds < 0 ? '-' : '+'), minutes / 60, 2);
    if (seconds % 3600 != 0) {
      digits(out.append(':'), minutes % 60, 2);
    }
    if (seconds % 60 != 0) {
      digits(out.append(':'), Math.abs(seconds) % 60, 2);
    }
    return out.toString();
  }

  public static String formatDate(long epochDay) {
    return appendDate(new StringBuilder(10), epochDay).toString();
  }

  /** Formats it, with the digits of the fraction of the second up to the last that is not zero. */
  public static String formatTime(long timeOfDay) {
    return appendTime(new StringBuilder(15), timeOfDay).toString();
  }

  /** Formats it, with the digits of the fraction of the second up to the last that is not zero. */
  public static String formatTimestamp(long micros) {
    StringBuilder out = appendDate(new StringBuilder(26), Micros.toDay(micros));
    return appendTime(out.append(' '), Micros.toTimeOfDay(micros)).toString();
  }

  private static StringBuilder appendDate(StringBuilder out, long epochDay) {
    long year = CivilDate.year(epochDay);
    if (year < 0) {
      out.append('-');
    }
    digits(out, Math.abs(year), 4).append('-');
    digits(out, CivilDate.month(epochDay), 2).append('-');
    return digits(out, CivilDate.day(epochDay), 2);
  }

  private static StringBuilder appendTime(StringBuilder out, long micros) {
    digits(out, micros / Micros.PER_HOUR, 2).append(':');
    digits(out, micros / Micros.PER_MINUTE % 60, 2).append(':');
    digits(out, micros / Micros.PER_SECOND % 60, 2);
    return appendFraction(out, micros % Micros.PER_SECOND);
  }

  /**
   * Appends a point and the digits of a part of a second, up to the last that is not zero; nothing
   * for zero.
   *
   * @param micros less than a second
   */
  public static StringBuilder appendFraction(StringBuilder out, long micros) {
    if (micros != 0) {
      digits(out.append('.'), micros, Micros.FRACTION_DIGITS);
      while (out.charAt(out.length() - 1) == '0') {
        out.setLength(out.length() - 1);
      }
    }
    return out;
  }

  private static StringBuilder digits(StringBuilder out, long value, int count) {
    String text = Long.toString(value);
    for (int i = text.length(); i < count; i++) {
      out.append('0');
    }
    return out.append(text);
  }

  /** Reads a text from left to right. */
  private static final class Scanner {
    private final String text;
    private final String original;
    private final String kind;
    private int at;

    Scanner(String text, String original, String kind) {
      this.text = text;
      this.original = original;
      this.kind = kind;
    }

    long date() {
      if (accept("epoch")) {
        return 0;
      }
      if (accept("infinity") || accept("-infinity")) {
        throw new PacelineException(
            ErrorCode.NOT_SUPPORTED, "infinite dates and timestamps are not supported");
      }
      boolean negative = accept('-');
      long year = number(4, 9);
      char separator = accept('/') ? '/' : '-';
      if (separator == '-') {
        expect('-');
      }
      long month = number(1, 2);
      expect(separator);
      long day = number(1, 2);
      boolean before = accept(" (BC)");
      if (before && (negative || year == 0)) {
        throw invalid();
      }
      long signed = negative ? -year : before ? 1 - year : year;
      if (month < 1 || month > 12 || day < 1 || day > CivilDate.daysOfMonth(signed, (int) month)) {
        throw invalid();
      }
      long epochDay = CivilDate.toEpochDay(signed, month, day);
      if (epochDay != (int) epochDay) {
        throw invalid();
      }
      return epochDay;
    }

    long time() {
      long hour = number(1, 2);
      expect(':');
      long minute = number(1, 2);
      long second = 0;
      long micros = 0;
      if (accept(':')) {
        second = number(1, 2);
        if (accept('.')) {
          micros = fraction();
        }
      }
      if (hour > 23 || minute > 59 || second > 59) {
        throw invalid();
      }
      return ((hour * 60 + minute) * 60 + second) * Micros.PER_SECOND + micros;
    }

    long timestamp() {
      long day = date();
      long time = 0;
      int mark = at;
      if (accept('T') || accept(' ')) {
        if (at < text.length() && isDigit(text.charAt(at))) {
          time = time();
        } else {
          at = mark;
        }
      }
      try {
        return Micros.at(day, time);
      } catch (PacelineException e) {
        throw new PacelineException(ErrorCode.INVALID_DATETIME, e.getMessage(), e);
      }
    }

    String rest() {
      return text.substring(at);
    }

    void end() {
      if (at != text.length()) {
        throw invalid();
      }
    }

    /** Reads the fraction of a second in microseconds; further digits are cut off. */
    private long fraction() {
      long micros = 0;
      int digits = 0;
      while (at < text.length() && isDigit(text.charAt(at))) {
        if (digits < Micros.FRACTION_DIGITS) {
          micros = micros * 10 + text.charAt(at) - '0';
        }
        digits++;
        at++;
      }
      if (digits == 0) {
        throw invalid();
      }
      for (; digits < Micros.FRACTION_DIGITS; digits++) {
        micros *= 10;
      }
      return micros;
    }

    private long number(int minDigits, int maxDigits) {
      int start = at;
      long value = 0;
      while (at < text.length() && at - start < maxDigits && isDigit(text.charAt(at))) {
        value = value * 10 + text.charAt(at) - '0';
        at++;
      }
      if (at - start < minDigits) {
        throw invalid();
      }
      return value;
    }

    private void expect(char c) {
      if (!accept(c)) {
        throw invalid();
      }
    }

    private boolean accept(String word) {
      if (text.regionMatches(true, at, word, 0, word.length())) {
        at += word.length();
        return true;
      }
      return false;
    }

    private boolean accept(char c) {
      if (at < text.length() && text.charAt(at) == c) {
        at++;
        return true;
      }
      return false;
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }

    PacelineException invalid() {
      return new PacelineException(
          ErrorCode.INVALID_DATETIME,
          "'"
              + original
              + "' is not a "
              + kind
              + "; write "
              + switch (kind) {
                case "date" -> "YYYY-MM-DD";
                case "time" -> "HH:MM:SS[.ffffff]";
                default -> "YYYY-MM-DD HH:MM:SS[.ffffff]";
              });
    }
  }
}
