package dev.paceline.benchmarks.bounds;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Exact decimals of answers, and the proof that sums of them fit a long. */
final class Money {
  /** Fraction digits of a price, discount, tax or quantity. */
  static final int SCALE = 2;

  /** One, of a number with {@link #SCALE} digits. */
  static final int ONE = 100;

  /** Fraction digits of averages and quotients. */
  private static final int QUOTIENT_SCALE = 12;

  private Money() {}

  /** Divides as SQL divides decimals here. */
  static BigDecimal quotient(BigDecimal dividend, BigDecimal divisor) {
    return dividend.divide(divisor, QUOTIENT_SCALE, RoundingMode.HALF_UP);
  }

  /**
   * Checks that sums of terms cannot overflow.
   *
   * @param terms the number of terms
   * @param factors bounds whose product bounds a term
   * @throws PacelineException NOT_SUPPORTED if they could overflow
   */
  static void requireSum(long terms, long... factors) {
    BigInteger bound = BigInteger.valueOf(Math.max(1, terms));
    for (long factor : factors) {
      bound = bound.multiply(BigInteger.valueOf(Math.abs(factor)));
    }
    BlockProperty.require(bound.bitLength() < Long.SIZE, "numbers whose sums fit 64 bits");
  }
}
