package dev.paceline.core.type;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Dates and times as SQL writes them, and their numbers. Independent of locale and time zone. */
public final class DateTimeText {
  public static final long MILLIS_PER_DAY = 86_400_000;

  private DateTimeText() {}

  /** {@code 1998-12-01} to days since 1970-01-01. */
  public static long parseDate(String text) {
    Scanner scanner = new Scanner(text.strip(), text, "date");
    long day = scanner.date();
    scanner.end();
    return day;
  }

  /** {@code 12:34:56.789} to milliseconds of the day; seconds may be left out. */
  public static long parseTime(String text) {
    Scanner scanner = new Scanner(text.strip(), text, "time");
    long millis = scanner.time();
    scanner.end();
    return millis;
  }

  /**
   * {@code 1998-12-01 12:34:56.789} to milliseconds since 1970-01-01T00:00:00; the time may be left
   * out, and a T may stand between.
   */
  public static long parseTimestamp(String text) {
    Scanner scanner = new Scanner(text.strip(), text, "timestamp");
    long millis = scanner.timestamp();
    scanner.end();
    return millis;
  }

  /**
   * A timestamp with an optional zone behind it ({@code Z}, {@code +02:00}, {@code Europe/Paris})
   * to milliseconds since 1970-01-01T00:00:00Z.
   *
   * @param zone of texts without one
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

  /** The instant of a wall clock reading, in milliseconds. */
  public static long toInstant(long localMillis, ZoneId zone) {
    if (zone instanceof ZoneOffset offset) {
      return localMillis - offset.getTotalSeconds() * 1000L;
    }
    var local =
        java.time.LocalDateTime.ofEpochSecond(
            Math.floorDiv(localMillis, 1000L),
            (int) Math.floorMod(localMillis, 1000L) * 1_000_000,
            ZoneOffset.UTC);
    return local.atZone(zone).toInstant().toEpochMilli();
  }

  /** The wall clock reading of an instant, in milliseconds. */
  public static long toLocal(long instantMillis, ZoneId zone) {
    return instantMillis
        + zone.getRules().getOffset(java.time.Instant.ofEpochMilli(instantMillis)).getTotalSeconds()
            * 1000L;
  }

  public static String formatDate(long epochDay) {
    return appendDate(new StringBuilder(10), epochDay).toString();
  }

  /** Formats it, with milliseconds only if they are not zero. */
  public static String formatTime(long millisOfDay) {
    return appendTime(new StringBuilder(12), millisOfDay).toString();
  }

  /** Formats it, with milliseconds only if they are not zero. */
  public static String formatTimestamp(long millis) {
    StringBuilder out = appendDate(new StringBuilder(23), Math.floorDiv(millis, MILLIS_PER_DAY));
    return appendTime(out.append(' '), Math.floorMod(millis, MILLIS_PER_DAY)).toString();
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

  private static StringBuilder appendTime(StringBuilder out, long millis) {
    digits(out, millis / 3_600_000, 2).append(':');
    digits(out, millis / 60_000 % 60, 2).append(':');
    digits(out, millis / 1000 % 60, 2);
    return millis % 1000 == 0 ? out : digits(out.append('.'), millis % 1000, 3);
  }

  private static StringBuilder digits(StringBuilder out, long value, int count) {
    String text = Long.toString(value);
    for (int i = text.length(); i < count; i++) {
      out.append('0');
    }
    return out.append(text);
  }

  /** Reads one text from left to right. */
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
      boolean negative = accept('-');
      long year = number(4, 9);
      expect('-');
      long month = number(1, 2);
      expect('-');
      long day = number(1, 2);
      long signed = negative ? -year : year;
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
      long millis = 0;
      if (accept(':')) {
        second = number(1, 2);
        if (accept('.')) {
          millis = fraction();
        }
      }
      if (hour > 23 || minute > 59 || second > 59) {
        throw invalid();
      }
      return ((hour * 60 + minute) * 60 + second) * 1000 + millis;
    }

    long timestamp() {
      long millis = date() * MILLIS_PER_DAY;
      int mark = at;
      if (accept('T') || accept(' ')) {
        if (at < text.length() && isDigit(text.charAt(at))) {
          return millis + time();
        }
        at = mark;
      }
      return millis;
    }

    String rest() {
      return text.substring(at);
    }

    void end() {
      if (at != text.length()) {
        throw invalid();
      }
    }

    /** Milliseconds; digits beyond are cut off. */
    private long fraction() {
      long millis = 0;
      int digits = 0;
      while (at < text.length() && isDigit(text.charAt(at))) {
        if (digits < 3) {
          millis = millis * 10 + text.charAt(at) - '0';
        }
        digits++;
        at++;
      }
      if (digits == 0) {
        throw invalid();
      }
      for (; digits < 3; digits++) {
        millis *= 10;
      }
      return millis;
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
                case "time" -> "HH:MM:SS[.mmm]";
                default -> "YYYY-MM-DD HH:MM:SS[.mmm]";
              });
    }
  }
}
