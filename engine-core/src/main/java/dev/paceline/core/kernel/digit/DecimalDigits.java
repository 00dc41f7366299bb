package dev.paceline.core.kernel.digit;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/** Writes whole numbers and decimals as digits of ASCII, with a point and a sign. */
public final class DecimalDigits {
  /** The most bytes of a number: a sign, 39 digits, a point and a leading zero. */
  public static final int MOST_BYTES = 42;

  /** The room that a whole number of 64 bits needs: it is written in words of eight digits. */
  public static final int LONG_BYTES = 24;

  /** Numbers below this have at most eight digits. */
  private static final long EIGHT_DIGITS = 100_000_000;

  private static final int[] POWERS = new int[Long.BYTES + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = 10 * POWERS[i - 1];
    }
  }

  private DecimalDigits() {}

  /**
   * Writes a number so that it ends before a position. Up to {@link #LONG_BYTES} bytes before that
   * position are overwritten even if the number is shorter.
   *
   * @param value the number without its point
   * @param scale digits behind the point; all are written
   * @return the number of bytes
   */
  public static int write(long value, int scale, MemorySegment out, long end) {
    if (value == Long.MIN_VALUE) {
      return write(BigDecimal.valueOf(value, scale), out, end);
    }
    long rest = Math.abs(value);
    if (rest < EIGHT_DIGITS && scale < Long.BYTES) {
      return writeFew(rest, value < 0, scale, out, end);
    }
    if (scale == 0) {
      return writeMany(rest, value < 0, out, end);
    }
    long at = end;
    int digits = 0;
    while (rest != 0 || digits <= scale) {
      if (digits == scale) {
        out.set(JAVA_BYTE, --at, (byte) '.');
      }
      long next = rest / 10;
      out.set(JAVA_BYTE, --at, (byte) ('0' + (rest - next * 10)));
      rest = next;
      digits++;
    }
    if (value < 0) {
      out.set(JAVA_BYTE, --at, (byte) '-');
    }
    return (int) (end - at);
  }

  /** Writes a whole number in groups of eight digits. */
  private static int writeMany(long value, boolean negative, MemorySegment out, long end) {
    long rest = value;
    long at = end;
    while (rest >= EIGHT_DIGITS) {
      long next = rest / EIGHT_DIGITS;
      at -= Long.BYTES;
      out.set(JAVA_LONG_UNALIGNED, at, eightDigits(rest - next * EIGHT_DIGITS));
      rest = next;
    }
    return (int) (end - at) + writeFew(rest, negative, 0, out, at);
  }

  /** {@link #write(long, int, MemorySegment, long)} for a number of any size. */
  public static int write(BigDecimal value, MemorySegment out, long end) {
    byte[] text = value.toPlainString().getBytes(StandardCharsets.US_ASCII);
    MemorySegment.copy(text, 0, out, JAVA_BYTE, end - text.length, text.length);
    return text.length;
  }

  /** Writes a number of at most eight digits, without a loop that ends with its digits. */
  private static int writeFew(
      long value, boolean negative, int scale, MemorySegment out, long end) {
    long text = eightDigits(value);
    int length = Math.max(digits(value), scale + 1);
    if (scale == 0) {
      out.set(JAVA_LONG_UNALIGNED, end - Long.BYTES, text);
    } else {
      int whole = Byte.SIZE * (Long.BYTES - scale);
      long before = text & (1L << whole) - 1;
      long behind = text >>> whole << whole << Byte.SIZE;
      long point = (long) '.' << whole;
      out.set(JAVA_LONG_UNALIGNED, end - Long.BYTES - 1, before | point | behind);
      out.set(JAVA_BYTE, end - 1, (byte) (text >>> Long.SIZE - Byte.SIZE));
      length++;
    }
    if (negative) {
      length++;
      out.set(JAVA_BYTE, end - length, (byte) '-');
    }
    return length;
  }

  /** Returns how many digits a number below {@link #EIGHT_DIGITS} has; 1 for 0. */
  private static int digits(long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
    int most = bits * 1233 >>> 12; // log 2 of 10 is 4096 / 1233
    return most + (value >= POWERS[most] ? 1 : 0) + (value == 0 ? 1 : 0);
  }

  /**
   * Returns eight digits of a number below 10<sup>8</sup>, leading zeros among them, the first one
   * in the lowest byte.
   */
  static long eightDigits(long value) {
    long high = value / 10_000;
    long halves = high | value - high * 10_000 << 32;
    long hundreds = (halves * 10_486 >>> 20) & 0x0000_007f_0000_007fL;
    long quarters = (halves - 100 * hundreds << 16) + hundreds;
    long tens = (quarters * 103 >>> 10) & 0x000f_000f_000f_000fL;
    return ((quarters - 10 * tens << Byte.SIZE) + tens) + DigitWords.ZEROS;
  }
}
