package dev.paceline.core.type;

/**
 * Encodes doubles as longs of the same order, in which all NaNs are one value, the largest, and
 * both zeros are equal.
 */
public final class DoubleOrder {
  private DoubleOrder() {}

  /** Returns the signed number that stands for a double. */
  public static long encode(double value) {
    // Adding zero makes -0.0 positive, and doubleToLongBits makes all NaNs one.
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits ^ bits >> 63 & Long.MAX_VALUE;
  }

  /** Returns the double that a number stands for. */
  public static double decode(long code) {
    return Double.longBitsToDouble(code ^ code >> 63 & Long.MAX_VALUE);
  }
}
