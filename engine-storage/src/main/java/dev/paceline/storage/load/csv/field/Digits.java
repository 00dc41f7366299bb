package dev.paceline.storage.load.csv.field;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Decimal digits to numbers, eight at a time.
 *
 * <p>Source: Langdale and Lemire, "Parsing Gigabytes of JSON per Second", VLDB Journal 28, 2019,
 * section 3.2.1.
 */
final class Digits {
  /** What is returned for text that is no number. */
  static final long INVALID = -1;

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

  /** Bits of the result of {@link #pointed} that count the digits behind the point. */
  static final int FRACTION_BITS = 4;

  private static final long LOW_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

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
      return word(text.get(WORD, start), length);
    }
    long low = word(text.get(WORD, end - 8), 8);
    if (length <= 16) {
      long high = word(text.get(WORD, start), length - 8);
      return (high | low) < 0 ? INVALID : high * EIGHT_DIGITS + low;
    }
    long high = word(text.get(WORD, start), length - 16);
    long middle = word(text.get(WORD, end - 16), 8);
    return (high | middle | low) < 0
        ? INVALID
        : (high * EIGHT_DIGITS + middle) * EIGHT_DIGITS + low;
  }

  /** Returns a character in all bytes of a word. */
  static long everywhere(byte character) {
    return (character & 0xffL) * LOW_BITS;
  }

  /**
   * Parses one to eight digits, perhaps with a point among them, without a branch that depends on
   * where the point is: the processor would guess it wrong for every other number.
   *
   * @param text with 16 readable bytes behind {@code end}
   * @param points the point {@linkplain #everywhere in all bytes}
   * @return the digits as a whole number, and in {@link #FRACTION_BITS} how many of them are behind
   *     the point; negative for any other text
   */
  static long pointed(MemorySegment text, int start, int end, long points) {
    int length = end - start;
    if (length <= 0 || length > Long.BYTES + 1) {
      return INVALID;
    }
    long bytes = text.get(WORD, start);
    long others = bytes ^ points;
    long found = others - LOW_BITS & ~others & HIGH_BITS;
    int point = Long.numberOfTrailingZeros(found) >>> 3;
    if (point >= length) {
      return word(bytes, length) << FRACTION_BITS;
    }
    if (point == Long.BYTES || length == 1) {
      return INVALID;
    }
    long whole = bytes & (1L << Byte.SIZE * point) - 1;
    long fraction = text.get(WORD, start + point + 1) << Byte.SIZE * point;
    return word(whole | fraction, length - 1) << FRACTION_BITS | length - 1 - point;
  }

  /**
   * @param bytes the first digit lowest
   * @param length 1 to 8
   */
  private static long word(long bytes, int length) {
    long zeros = 0x3030_3030_3030_3030L >>> 4 * length >>> 4 * length;
    long pairs = pairs(bytes << 64 - 8 * length | zeros);
    if (pairs < 0) {
      return INVALID;
    }
    long quads = pairs * 6_553_601 >>> 16;
    return (quads & 0x0000_ffff_0000_ffffL) * 42_949_672_960_001L >>> 32;
  }

  /**
   * Parses eight digits as four numbers of two.
   *
   * @param digits the first one lowest
   * @return 16 bits for each of the numbers, the first one lowest; {@link #INVALID} if there is
   *     another character
   */
  static long pairs(long digits) {
    long high = digits & 0xf0f0_f0f0_f0f0_f0f0L;
    long carried = digits + 0x0606_0606_0606_0606L & 0xf0f0_f0f0_f0f0_f0f0L;
    if ((high | carried >>> 4) != 0x3333_3333_3333_3333L) {
      return INVALID;
    }
    return ((digits & 0x0f0f_0f0f_0f0f_0f0fL) * 2561 >>> 8) & 0x00ff_00ff_00ff_00ffL;
  }
}
