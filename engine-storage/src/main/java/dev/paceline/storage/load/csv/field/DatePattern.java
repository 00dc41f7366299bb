package dev.paceline.storage.load.csv.field;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.Micros;
import java.util.List;
import java.util.Locale;

/**
 * A format of dates and timestamps as {@code strptime} takes it. It knows %Y, %y, %m, %d, %j, %H,
 * %I, %M, %S, %f, %g, %p, %b, %B, %a, %A, %z and %%. Immutable; any thread may use it.
 */
public final class DatePattern {
  /** The result of {@link #parse} for text that does not fit. */
  public static final long INVALID = Long.MIN_VALUE;

  private static final String KNOWN = "YymdjHIMSfgpbBaAz%";
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> MONTH_NAMES =
      List.of(
          "january",
          "february",
          "march",
          "april",
          "may",
          "june",
          "july",
          "august",
          "september",
          "october",
          "november",
          "december");
  private static final List<String> DAYS = List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");
  private static final List<String> DAY_NAMES =
      List.of("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday");

  private final String format;

  private DatePattern(String format) {
    this.format = format;
  }

  /**
   * @param option that the format was given for, for messages
   * @throws PacelineException INVALID_ARGUMENT
   */
  public static DatePattern of(String option, String format) {
    for (int i = 0; i < format.length(); i++) {
      if (format.charAt(i) == '%') {
        i++;
        if (i == format.length() || KNOWN.indexOf(format.charAt(i)) < 0) {
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "the option "
                  + option
                  + " has a specifier that is not known in '"
                  + format
                  + "'; write for example %d.%m.%Y or %Y-%m-%d %H:%M:%S");
        }
      }
    }
    return new DatePattern(format);
  }

  /** Returns the format as it was given. */
  public String format() {
    return format;
  }

  /**
   * @return microseconds since 1970-01-01T00:00:00; {@link #INVALID} if the text does not fit
   */
  public long parse(String text) {
    return new Reader(text.strip()).micros();
  }

  /** Reads one text from left to right. */
  private final class Reader {
    private final String text;
    private int at;
    private boolean failed;
    private long year = 1900;
    private long month = 1;
    private long day = 1;
    private long dayOfYear;
    private long hour;
    private long minute;
    private long second;
    private long micros;
    private long offsetMinutes;
    private int half = -1;

    Reader(String text) {
      this.text = text;
    }

    long micros() {
      for (int i = 0; i < format.length() && !failed; i++) {
        char c = format.charAt(i);
        if (c == '%') {
          i++;
          specifier(format.charAt(i));
        } else if (c == ' ') {
          while (at < text.length() && text.charAt(at) == ' ') {
            at++;
          }
        } else {
          literal(c);
        }
      }
      if (half >= 0) {
        failed |= hour < 1 || hour > 12;
        hour = hour % 12 + 12L * half;
      }
      if (failed || at != text.length() || !isInRange()) {
        return INVALID;
      }
      long epochDay =
          dayOfYear > 0
              ? CivilDate.toEpochDay(year, 1, 1) + dayOfYear - 1
              : CivilDate.toEpochDay(year, month, day);
      return epochDay * Micros.PER_DAY
          + ((hour * 60 + minute - offsetMinutes) * 60 + second) * Micros.PER_SECOND
          + micros;
    }

    private boolean isInRange() {
      return month >= 1
          && month <= 12
          && day >= 1
          && day <= CivilDate.daysOfMonth(year, (int) month)
          && dayOfYear <= 366
          && hour < 24
          && minute < 60
          && second < 60;
    }

    private void specifier(char specifier) {
      switch (specifier) {
        case 'Y' -> year = number(4, 4);
        case 'y' -> {
          long value = number(1, 2);
          year = value + (value < 69 ? 2000 : 1900);
        }
        case 'm' -> month = number(1, 2);
        case 'd' -> day = number(1, 2);
        case 'j' -> dayOfYear = number(1, 3);
        case 'H', 'I' -> hour = number(1, 2);
        case 'M' -> minute = number(1, 2);
        case 'S' -> second = number(1, 2);
        case 'f', 'g' -> micros = fraction();
        case 'p' -> half = Math.max(0, name(List.of("am", "pm")));
        case 'b' -> month = name(MONTHS) + 1L;
        case 'B' -> month = name(MONTH_NAMES) + 1L;
        case 'a' -> name(DAYS);
        case 'A' -> name(DAY_NAMES);
        case 'z' -> offsetMinutes = offset();
        default -> literal('%');
      }
    }

    private void literal(char c) {
      if (at < text.length() && text.charAt(at) == c) {
        at++;
      } else {
        failed = true;
      }
    }

    private long number(int least, int most) {
      long value = 0;
      int start = at;
      while (at < text.length() && at - start < most && isDigit(text.charAt(at))) {
        value = value * 10 + text.charAt(at++) - '0';
      }
      failed |= at - start < least;
      return value;
    }

    /** Microseconds; digits beyond are cut off. */
    private long fraction() {
      int start = at;
      long value = number(1, 9);
      for (int digits = at - start; digits < Micros.FRACTION_DIGITS; digits++) {
        value *= 10;
      }
      for (int digits = at - start; digits > Micros.FRACTION_DIGITS; digits--) {
        value /= 10;
      }
      return value;
    }

    private int name(List<String> names) {
      String rest = text.substring(at).toLowerCase(Locale.ROOT);
      for (int i = 0; i < names.size(); i++) {
        if (rest.startsWith(names.get(i))) {
          at += names.get(i).length();
          return i;
        }
      }
      failed = true;
      return -1;
    }

    private long offset() {
      if (at < text.length() && (text.charAt(at) == 'Z' || text.charAt(at) == 'z')) {
        at++;
        return 0;
      }
      boolean negative = at < text.length() && text.charAt(at) == '-';
      if (!negative && (at == text.length() || text.charAt(at) != '+')) {
        failed = true;
        return 0;
      }
      at++;
      long hours = number(2, 2);
      if (at < text.length() && text.charAt(at) == ':') {
        at++;
      }
      long minutes = at < text.length() ? number(2, 2) : 0;
      return negative ? -(hours * 60 + minutes) : hours * 60 + minutes;
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }
  }
}
