package dev.paceline.storage.load.csv.field;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.kernel.digit.DigitWords;
import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.Micros;
import java.lang.foreign.MemorySegment;

/** Dates and times in the standard form, from bytes to numbers without objects. */
final class IsoDate {
  /** The result for text of another form. */
  static final long INVALID = Long.MIN_VALUE;

  /** Bytes of {@code YYYY-MM-DD}. */
  static final int LENGTH = 10;

  private static final int FIRST_YEAR = 1800;
  private static final int YEARS = 400;

  /** The first day of each month from the first year on. */
  private static final int[] MONTH_STARTS = new int[12 * YEARS + 1];

  static {
    for (int i = 0; i < MONTH_STARTS.length; i++) {
      MONTH_STARTS[i] = (int) CivilDate.toEpochDay(FIRST_YEAR + i / 12, i % 12 + 1, 1);
    }
  }

  private IsoDate() {}

  /**
   * Returns the days since 1970-01-01 of {@code YYYY-MM-DD} in the years 1800 to 2199.
   *
   * @param text with 10 readable bytes behind the start
   */
  static long parse(MemorySegment text, int start) {
    return day(DigitWords.date(text.get(Digits.WORD, start), text.get(Digits.WORD, start + 2)));
  }

  /**
   * Returns the days since 1970-01-01 of a date in the years 1800 to 2199.
   *
   * @param pairs see {@link DigitWords#date}
   */
  static long day(long pairs) {
    int year = (int) (pairs & 0xff) * 100 + (int) (pairs >>> 16 & 0xff);
    int month = (int) (pairs >>> 32 & 0xff);
    int day = (int) (pairs >>> 48);
    if (pairs < 0
        || year < FIRST_YEAR
        || year >= FIRST_YEAR + YEARS
        || month < 1
        || month > 12
        || day < 1) {
      return INVALID;
    }
    int index = (year - FIRST_YEAR) * 12 + month - 1;
    long result = MONTH_STARTS[index] + day - 1L;
    return result < MONTH_STARTS[index + 1] ? result : INVALID;
  }

  /** Returns the microseconds of {@code HH:MM:SS} with up to nine digits of a fraction. */
  static long parseTime(MemorySegment text, int start, int end) {
    int length = end - start;
    if (length < 8
        || length == 9
        || length > 18
        || text.get(JAVA_BYTE, start + 2) != ':'
        || text.get(JAVA_BYTE, start + 5) != ':') {
      return INVALID;
    }
    int hour = two(text, start);
    int minute = two(text, start + 3);
    int second = two(text, start + 6);
    if ((hour | minute | second) < 0 || hour > 23 || minute > 59 || second > 59) {
      return INVALID;
    }
    long micros = 0;
    if (length > 8) {
      int digits = length - 9;
      long fraction = Digits.parse(text, start + 9, end);
      if (fraction < 0 || text.get(JAVA_BYTE, start + 8) != '.') {
        return INVALID;
      }
      micros =
          digits <= Micros.FRACTION_DIGITS
              ? fraction * Digits.power(Micros.FRACTION_DIGITS - digits)
              : fraction / Digits.power(digits - Micros.FRACTION_DIGITS);
    }
    return ((hour * 60L + minute) * 60 + second) * Micros.PER_SECOND + micros;
  }

  /** The number of two digits; very negative if there is another character. */
  private static int two(MemorySegment text, int at) {
    int high = text.get(JAVA_BYTE, at) - '0';
    int low = text.get(JAVA_BYTE, at + 1) - '0';
    return (high | low | 9 - high | 9 - low) < 0 ? -1_000_000 : 10 * high + low;
  }
}
