package dev.paceline.core.type;

import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Arithmetic on signed 128-bit numbers that are two longs: a signed high word and an unsigned low
 * word. Results of more than one word are given word by word, so that nothing is allocated.
 */
public final class Int128 {
  private static final BigInteger[] POWERS_OF_TEN = new BigInteger[77];

  static {
    for (int i = 0; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = BigInteger.TEN.pow(i);
    }
  }

  private Int128() {}

  /** The high word of a sum, given the low words and their sum. */
  public static long addHigh(long leftHigh, long leftLow, long rightHigh, long lowSum) {
    return leftHigh + rightHigh + (Long.compareUnsigned(lowSum, leftLow) < 0 ? 1 : 0);
  }

  /** The high word of a difference. */
  public static long subtractHigh(long leftHigh, long leftLow, long rightHigh, long rightLow) {
    return leftHigh - rightHigh - (Long.compareUnsigned(leftLow, rightLow) < 0 ? 1 : 0);
  }

  /** Whether a sum, whose high word is given, left the range of 128 bits. */
  public static boolean addOverflows(long leftHigh, long rightHigh, long sumHigh) {
    return ((leftHigh ^ sumHigh) & (rightHigh ^ sumHigh)) < 0;
  }

  /** Whether a difference, whose high word is given, left the range of 128 bits. */
  public static boolean subtractOverflows(long leftHigh, long rightHigh, long differenceHigh) {
    return ((leftHigh ^ rightHigh) & (leftHigh ^ differenceHigh)) < 0;
  }

  /** Whether the number fits a signed long. */
  public static boolean fitsLong(long high, long low) {
    return high == low >> 63;
  }

  public static int compare(long leftHigh, long leftLow, long rightHigh, long rightLow) {
    return leftHigh != rightHigh
        ? Long.compare(leftHigh, rightHigh)
        : Long.compareUnsigned(leftLow, rightLow);
  }

  /**
   * Divides an unsigned number of 128 bits, digit by digit of 32 bits.
   *
   * <p>Source: Knuth, The Art of Computer Programming, volume 2, section 4.3.1, algorithm D.
   *
   * @param high less than the divisor, so that the quotient has 64 bits
   * @param divisor positive
   */
  public static long divideUnsigned(long high, long low, long divisor) {
    int shift = Long.numberOfLeadingZeros(divisor);
    long normal = divisor << shift;
    long upper = high << shift | low >>> (Long.SIZE - shift);
    long lower = low << shift;
    long first = quotientDigit(upper, lower >>> Integer.SIZE, normal);
    long rest = (upper << Integer.SIZE | lower >>> Integer.SIZE) - first * normal;
    long second = quotientDigit(rest, lower & 0xffff_ffffL, normal);
    return (first << Integer.SIZE) + second;
  }

  /** Returns the quotient of three digits by two, of which the first bit is set. */
  private static long quotientDigit(long upper, long digit, long divisor) {
    long divisorUpper = divisor >>> Integer.SIZE;
    long divisorLower = divisor & 0xffff_ffffL;
    long quotient = Long.divideUnsigned(upper, divisorUpper);
    long rest = upper - quotient * divisorUpper;
    while (quotient >>> Integer.SIZE != 0
        || Long.compareUnsigned(quotient * divisorLower, rest << Integer.SIZE | digit) > 0) {
      quotient--;
      rest += divisorUpper;
      if (rest >>> Integer.SIZE != 0) {
        break;
      }
    }
    return quotient;
  }

  public static BigInteger toBigInteger(long high, long low) {
    return fitsLong(high, low)
        ? BigInteger.valueOf(low)
        : new BigInteger(ByteBuffer.allocate(16).putLong(high).putLong(low).array());
  }

  /** The high word of a number of at most 128 bits. */
  public static long high(BigInteger value) {
    return value.shiftRight(64).longValue();
  }

  /** The low word of a number. */
  public static long low(BigInteger value) {
    return value.longValue();
  }

  /**
   * 10 to some power.
   *
   * @param exponent 0 to 76
   */
  public static BigInteger powerOfTen(int exponent) {
    return POWERS_OF_TEN[exponent];
  }

  /** Returns the largest unscaled value with {@code precision} decimal digits. */
  public static BigInteger maxUnscaled(int precision) {
    return POWERS_OF_TEN[precision].subtract(BigInteger.ONE);
  }
}
