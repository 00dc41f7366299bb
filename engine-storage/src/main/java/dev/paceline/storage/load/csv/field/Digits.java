package dev.paceline.storage.load.csv.field;

import dev.paceline.core.kernel.digit.DigitWords;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Decimal digits to numbers, eight at a time. */
final class Digits {
  /** The result for text that is not a number. */
  static final long INVALID = DigitWords.INVALID;

  /** More digits than these are not parsed here. */
  static final int MOST = 18;

  /** Eight bytes of text, the first one lowest. */
  static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final long EIGHT_DIGITS = 100_000_000L;
  private static final long[] POWERS = new long[MOST + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i <= MOST; i++) {
      POWERS[i] = 10 * POWERS[i - 1];
    }
  }

  private Digits() {}

  /**
   * @param exponent 0 to {@link #MOST}
   */
  static long power(int exponent) {
    return POWERS[exponent];
  }

  /**
   * Parses digits and nothing else.
   *
   * @param text with 8 readable bytes behind {@code end}
   * @return {@link #INVALID} for no digit, more than {@link #MOST}, or another character
   */
  static long parse(MemorySegment text, int start, int end) {
    int length = end - start;
    if (length <= 0 || length > MOST) {
      return INVALID;
    }
    if (length <= 8) {
      return DigitWords.whole(text.get(WORD, start), length);
    }
    long low = DigitWords.whole(text.get(WORD, end - 8), 8);
    if (length <= 16) {
      long high = DigitWords.whole(text.get(WORD, start), length - 8);
      return (high | low) < 0 ? INVALID : high * EIGHT_DIGITS + low;
    }
    long high = DigitWords.whole(text.get(WORD, start), length - 16);
    long middle = DigitWords.whole(text.get(WORD, end - 16), 8);
    return (high | middle | low) < 0
        ? INVALID
        : (high * EIGHT_DIGITS + middle) * EIGHT_DIGITS + low;
  }
}
