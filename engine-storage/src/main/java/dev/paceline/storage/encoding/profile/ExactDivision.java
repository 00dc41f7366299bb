package dev.paceline.storage.encoding.profile;

/**
 * Divides multiples of a number without a division, and tells them from others (Granlund and
 * Montgomery, PLDI 1994, §9): an odd number has an inverse modulo 2⁶⁴.
 */
public final class ExactDivision {
  private final int shift;
  private final long inverse;
  private final long greatestQuotient;

  /**
   * @param divisor at least 1
   */
  public ExactDivision(long divisor) {
    shift = Long.numberOfTrailingZeros(divisor);
    long odd = divisor >>> shift;
    long root = odd; // right in 3 bits; each step doubles them
    for (int bits = 3; bits < Long.SIZE; bits *= 2) {
      root *= 2 - odd * root;
    }
    inverse = root;
    greatestQuotient = Long.divideUnsigned(-1, divisor);
  }

  /** Whether the divisor divides an unsigned number. */
  boolean isExact(long number) {
    return Long.compareUnsigned(Long.rotateRight(number * inverse, shift), greatestQuotient) <= 0;
  }

  /** The zero bits at the end of the divisor, by which a multiple is shifted first. */
  public int shift() {
    return shift;
  }

  /** The low bits of the factor that makes quotients of up to 32 bits of shifted multiples. */
  public int lowFactor() {
    return (int) inverse;
  }
}
