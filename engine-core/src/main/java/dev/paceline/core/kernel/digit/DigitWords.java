package dev.paceline.core.kernel.digit;

/**
 * Decimal digits in words of eight bytes, of which the first character is the lowest byte.
 *
 * <p>Source: Langdale and Lemire, "Parsing Gigabytes of JSON per Second", VLDB Journal 28, 2019,
 * section 3.2.1.
 */
public final class DigitWords {
  /** The result for text that is not a number. */
  public static final long INVALID = -1;

  /** Bits of the result of {@link #pointed} that count the digits behind the point. */
  public static final int FRACTION_BITS = 4;

  /** The lowest bit of each byte. */
  public static final long LOW_BITS = 0x0101_0101_0101_0101L;

  /** The highest bit of each byte. */
  public static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  /** The character 0 in all bytes. */
  public static final long ZEROS = 0x3030_3030_3030_3030L;

  /** The upper halves of the bytes, which are the same in all digits. */
  public static final long UPPER_HALVES = 0xf0f0_f0f0_f0f0_f0f0L;

  /** The values of digits. */
  public static final long LOWER_HALVES = 0x0f0f_0f0f_0f0f_0f0fL;

  /** Moves digits above 9 to another upper half. */
  public static final long BEYOND_NINE = 0x0606_0606_0606_0606L;

  /** The upper halves of eight digits, each of them twice. */
  public static final long DIGITS = 0x3333_3333_3333_3333L;

  /** Adds ten times a digit to the one behind it. */
  public static final long PAIR_FACTOR = 2561;

  /** The numbers of two digits. */
  public static final long PAIRS = 0x00ff_00ff_00ff_00ffL;

  /** Adds a hundred times a number of two digits to the one behind it. */
  public static final long QUAD_FACTOR = 6_553_601;

  /** The numbers of four digits. */
  public static final long QUADS = 0x0000_ffff_0000_ffffL;

  /** Adds 10,000 times a number of four digits to the one behind it. */
  public static final long EIGHT_FACTOR = 42_949_672_960_001L;

  /** The fifth and the eighth byte of a word. */
  public static final long DASHES_MASK = 0xff00_00ff_0000_0000L;

  /** Dashes there. */
  public static final long DASHES = 0x2d00_002d_0000_0000L;

  private DigitWords() {}

  /** Returns a character in all bytes of a word. */
  public static long everywhere(byte character) {
    return (character & 0xffL) * LOW_BITS;
  }

  /**
   * Parses digits and nothing else.
   *
   * @param bytes the first digit lowest
   * @param length 1 to 8
   * @return {@link #INVALID} if there is another character
   */
  public static long whole(long bytes, int length) {
    long zeros = ZEROS >>> 4 * length >>> 4 * length;
    long pairs = pairs(bytes << 64 - 8 * length | zeros);
    if (pairs < 0) {
      return INVALID;
    }
    long quads = pairs * QUAD_FACTOR >>> 16;
    return (quads & QUADS) * EIGHT_FACTOR >>> 32;
  }

  /**
   * Parses one to eight digits, perhaps with a point among them, without a branch that depends on
   * where the point is: the processor would guess it wrong for every other number.
   *
   * @param bytes the first eight characters
   * @param next the eight characters from the second one on
   * @param length the number of characters
   * @param points the point {@linkplain #everywhere in all bytes}
   * @return the digits as a whole number, and in {@link #FRACTION_BITS} how many of them are behind
   *     the point; {@link #INVALID} for any other text
   */
  public static long pointed(long bytes, long next, int length, long points) {
    if (length <= 0 || length > Long.BYTES + 1) {
      return INVALID;
    }
    long others = bytes ^ points;
    long found = others - LOW_BITS & ~others & HIGH_BITS;
    int point = Long.numberOfTrailingZeros(found) >>> 3;
    if (point >= length) {
      long number = whole(bytes, length);
      return number < 0 ? INVALID : number << FRACTION_BITS;
    }
    if (point == Long.BYTES || length == 1) {
      return INVALID;
    }
    long before = (1L << Byte.SIZE * point) - 1;
    long number = whole(bytes & before | next & ~before, length - 1);
    return number < 0 ? INVALID : number << FRACTION_BITS | length - 1 - point;
  }

  /**
   * Parses eight digits as four numbers of two.
   *
   * @param digits the first one lowest
   * @return 16 bits for each of the numbers, the first one lowest; {@link #INVALID} if there is
   *     another character
   */
  public static long pairs(long digits) {
    long high = digits & UPPER_HALVES;
    long carried = digits + BEYOND_NINE & UPPER_HALVES;
    if ((high | carried >>> 4) != DIGITS) {
      return INVALID;
    }
    return ((digits & LOWER_HALVES) * PAIR_FACTOR >>> 8) & PAIRS;
  }

  /**
   * Takes the digits of a date of the form {@code YYYY-MM-DD} apart.
   *
   * @param front its first eight characters
   * @param back its last eight characters
   * @return the {@link #pairs} of the year, the month and the day; {@link #INVALID} for any other
   *     text
   */
  public static long date(long front, long back) {
    return (front & DASHES_MASK) == DASHES ? pairs(dateDigits(front, back)) : INVALID;
  }

  /** Returns the eight digits of a date without its dashes. */
  private static long dateDigits(long front, long back) {
    return front & 0xffff_ffffL | (back >>> 24 & 0xffff) << 32 | back >>> 48 << 48;
  }
}
