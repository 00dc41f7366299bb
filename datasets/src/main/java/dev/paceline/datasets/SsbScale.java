package dev.paceline.datasets;

/** The numbers of rows of the Star Schema Benchmark's tables at a scale factor. */
final class SsbScale {
  private static final int CUSTOMERS = 30_000;
  private static final int SUPPLIERS = 2_000;
  private static final int PARTS = 200_000;
  private static final int ORDERS = 1_500_000;

  private SsbScale() {}

  static int customers(double scaleFactor) {
    return rows(CUSTOMERS, scaleFactor);
  }

  static int suppliers(double scaleFactor) {
    return rows(SUPPLIERS, scaleFactor);
  }

  /**
   * Grows with the logarithm from scale factor 1 on; below, for which nothing is laid down, with
   * the factor.
   */
  static int parts(double scaleFactor) {
    return scaleFactor < 1 ? rows(PARTS, scaleFactor) : PARTS * (1 + Math.getExponent(scaleFactor));
  }

  /** Orders, each of which has one to seven rows in lineorder. */
  static long orders(double scaleFactor) {
    return Math.max(1, Math.round(ORDERS * scaleFactor));
  }

  private static int rows(int atOne, double scaleFactor) {
    return Math.toIntExact(Math.max(1, Math.round(atOne * scaleFactor)));
  }
}
