package dev.paceline.core.kernel.digit;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.Micros;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Writes dates and times of the day in ASCII, as {@link DateTimeText} formats them. */
public final class TimeDigits {
  /** The most bytes of a timestamp: a sign, nine digits of the year, and the rest of it. */
  public static final int MOST_BYTES = 40;

  private TimeDigits() {}

  /**
   * Writes a date as {@code 1998-12-01}.
   *
   * @param day since 1970-01-01
   * @return the position behind it
   */
  public static long writeDate(long day, MemorySegment out, long at) {
    long year = CivilDate.year(day);
    if (year < 0 || year > 9999) {
      byte[] text = DateTimeText.formatDate(day).getBytes(StandardCharsets.US_ASCII);
      MemorySegment.copy(text, 0, out, JAVA_BYTE, at, text.length);
      return at + text.length;
    }
    long digits =
        DecimalDigits.eightDigits(year * 10_000 + CivilDate.month(day) * 100L + CivilDate.day(day));
    out.set(JAVA_INT_UNALIGNED, at, (int) digits);
    out.set(JAVA_BYTE, at + 4, (byte) '-');
    out.set(JAVA_SHORT_UNALIGNED, at + 5, (short) (digits >>> 32));
    out.set(JAVA_BYTE, at + 7, (byte) '-');
    out.set(JAVA_SHORT_UNALIGNED, at + 8, (short) (digits >>> 48));
    return at + 10;
  }

  /**
   * Writes a time as {@code 12:34:56.789012}, with the digits of the fraction of the second up to
   * the last that is not zero.
   *
   * @param micros of the day
   * @return the position behind it
   */
  public static long writeTime(long micros, MemorySegment out, long at) {
    int seconds = (int) (micros / Micros.PER_SECOND);
    int minutes = seconds / 60;
    int hours = minutes / 60;
    long digits =
        DecimalDigits.eightDigits(
            hours * 10_000L + (minutes - hours * 60) * 100L + (seconds - minutes * 60));
    out.set(JAVA_SHORT_UNALIGNED, at, (short) (digits >>> 16));
    out.set(JAVA_BYTE, at + 2, (byte) ':');
    out.set(JAVA_SHORT_UNALIGNED, at + 3, (short) (digits >>> 32));
    out.set(JAVA_BYTE, at + 5, (byte) ':');
    out.set(JAVA_SHORT_UNALIGNED, at + 6, (short) (digits >>> 48));
    long fraction = micros - seconds * Micros.PER_SECOND;
    return fraction == 0 ? at + 8 : writeFraction(fraction, out, at + 8);
  }

  private static long writeFraction(long fraction, MemorySegment out, long at) {
    long digits = DecimalDigits.eightDigits(fraction); // two zeros and the six digits
    out.set(JAVA_BYTE, at, (byte) '.');
    out.set(JAVA_SHORT_UNALIGNED, at + 1, (short) (digits >>> 16));
    out.set(JAVA_INT_UNALIGNED, at + 3, (int) (digits >>> 32));
    int zeros = Long.numberOfLeadingZeros(digits ^ DigitWords.ZEROS) >>> 3;
    return at + 7 - zeros;
  }
}
