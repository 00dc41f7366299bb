package dev.paceline.core.expr.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.digit.DigitWords;
import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.Micros;
import java.lang.foreign.MemorySegment;

/**
 * Parses the forms that most numbers, dates and timestamps in strings have, without an object. It
 * leaves all other forms, and everything that is wrong, to the parsers that know them all.
 */
public final class DigitStrings {
  /** Stands for a string of another form. */
  public static final long OTHER = Long.MIN_VALUE;

  private static final int MOST_DIGITS = 18;
  private static final int DATE_BYTES = 10;
  private static final int TIMESTAMP_BYTES = 19;

  /** The two colons of a time in a word. */
  private static final long COLONS = 0x0000_3a00_003a_0000L;

  private static final long COLONS_MASK = 0x0000_ff00_00ff_0000L;

  /** Two zeros behind six digits. */
  private static final long ZEROS = 0x3030_0000_0000_0000L;

  private DigitStrings() {}

  /**
   * Parses digits with an optional sign before them, and a point among them if the number has a
   * scale.
   *
   * @param scale digits behind the point of the result
   * @return the number without its point; {@link #OTHER} also if it has more digits behind the
   *     point or more than 18 in all
   */
  public static long number(ColumnVector texts, int row, int scale) {
    MemorySegment heap = texts.valueHeap();
    long view = texts.getView(row);
    long at = StringView.offset(view);
    long end = at + StringView.length(view);
    if (at == end) {
      return OTHER;
    }
    byte first = heap.get(JAVA_BYTE, at);
    if (first == '-' || first == '+') {
      at++;
    }
    if (at == end || end - at > MOST_DIGITS) {
      return OTHER;
    }
    long number = 0;
    int digits = 0;
    int missing = scale;
    boolean pointed = false;
    for (; at < end; at++) {
      int digit = heap.get(JAVA_BYTE, at) - '0';
      if (digit >= 0 && digit <= 9) {
        number = 10 * number + digit;
        digits++;
        missing -= pointed ? 1 : 0;
      } else if (digit == '.' - '0' && !pointed && scale > 0) {
        pointed = true;
      } else {
        return OTHER;
      }
    }
    if (digits == 0 || missing < 0 || digits + missing > MOST_DIGITS) {
      return OTHER;
    }
    for (int i = 0; i < missing; i++) {
      number *= 10;
    }
    return first == '-' ? -number : number;
  }

  /**
   * Parses a date such as {@code 1998-12-01}.
   *
   * @return days since 1970-01-01
   */
  public static long date(ColumnVector texts, int row) {
    long view = texts.getView(row);
    return StringView.length(view) == DATE_BYTES
        ? date(texts.valueHeap(), StringView.offset(view))
        : OTHER;
  }

  /**
   * Parses a timestamp such as {@code 1998-12-01 12:34:56}.
   *
   * @return microseconds since 1970-01-01T00:00:00
   */
  public static long timestamp(ColumnVector texts, int row) {
    long view = texts.getView(row);
    MemorySegment heap = texts.valueHeap();
    long at = StringView.offset(view);
    if (StringView.length(view) != TIMESTAMP_BYTES || heap.get(JAVA_BYTE, at + DATE_BYTES) != ' ') {
      return OTHER;
    }
    long day = date(heap, at);
    long time = heap.get(JAVA_LONG_UNALIGNED, at + DATE_BYTES + 1);
    if (day == OTHER || (time & COLONS_MASK) != COLONS) {
      return OTHER;
    }
    long pairs =
        DigitWords.pairs(
            time & 0xffff
                | (time >>> 8 & 0xffff_0000L)
                | (time >>> 16 & 0xffff_0000_0000L)
                | ZEROS);
    long hour = pairs & 0xff;
    long minute = pairs >>> 16 & 0xff;
    long second = pairs >>> 32 & 0xff;
    return pairs == DigitWords.INVALID || hour > 23 || minute > 59 || second > 59
        ? OTHER
        : day * Micros.PER_DAY + ((hour * 60 + minute) * 60 + second) * Micros.PER_SECOND;
  }

  private static long date(MemorySegment heap, long at) {
    long pairs =
        DigitWords.date(heap.get(JAVA_LONG_UNALIGNED, at), heap.get(JAVA_LONG_UNALIGNED, at + 2));
    long year = 100 * (pairs & 0xff) + (pairs >>> 16 & 0xff);
    int month = (int) (pairs >>> 32 & 0xff);
    long day = pairs >>> 48 & 0xff;
    return pairs == DigitWords.INVALID
            || month < 1
            || month > 12
            || day < 1
            || day > 28 && day > CivilDate.daysOfMonth(year, month)
        ? OTHER
        : CivilDate.toEpochDay(year, month, day);
  }
}
