package dev.paceline.core.expr.library;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;

/** The gamma function by Lanczos's approximation, with about 15 digits. */
final class GammaFunction {
  private static final double SHIFT = 7;

  /** Source: Godfrey's coefficients for a shift of 7 and nine terms. */
  private static final double[] COEFFICIENTS = {
    0.99999999999980993,
    676.5203681218851,
    -1259.1392167224028,
    771.32342877765313,
    -176.61502916214059,
    12.507343278686905,
    -0.13857109526572012,
    9.9843695780195716e-6,
    1.5056327351493116e-7
  };

  /** The largest number whose factorial is a double. */
  private static final int MAX_FACTORIAL = 170;

  private GammaFunction() {}

  /**
   * @throws PacelineException INVALID_ARGUMENT for zero
   */
  static double gamma(double number) {
    check(number);
    if (number == Double.POSITIVE_INFINITY) {
      return number;
    }
    if (number == Math.rint(number) && number <= MAX_FACTORIAL + 1) {
      return number < 0 ? Double.NaN : factorial((int) number - 1);
    }
    return number < 0.5
        ? Math.PI / (Math.sin(Math.PI * number) * gamma(1 - number))
        : Math.exp(lanczos(number));
  }

  /**
   * Returns the logarithm of the absolute value.
   *
   * @throws PacelineException INVALID_ARGUMENT for zero
   */
  static double logarithm(double number) {
    check(number);
    if (number == Double.POSITIVE_INFINITY) {
      return number;
    }
    if (number == Math.rint(number) && number > 0 && number <= MAX_FACTORIAL + 1) {
      return Math.log(factorial((int) number - 1));
    }
    if (number < 0.5) {
      return number == Math.rint(number)
          ? Double.POSITIVE_INFINITY
          : Math.log(Math.PI / Math.abs(Math.sin(Math.PI * number))) - logarithm(1 - number);
    }
    return lanczos(number);
  }

  private static double factorial(int number) {
    double product = 1;
    for (int factor = 2; factor <= number; factor++) {
      product *= factor;
    }
    return product;
  }

  private static double lanczos(double number) {
    double before = number - 1;
    double sum = COEFFICIENTS[0];
    for (int i = 1; i < COEFFICIENTS.length; i++) {
      sum += COEFFICIENTS[i] / (before + i);
    }
    double base = before + SHIFT + 0.5;
    return 0.5 * Math.log(2 * Math.PI) + (before + 0.5) * Math.log(base) - base + Math.log(sum);
  }

  private static void check(double number) {
    if (number == 0) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "the gamma function has no value for zero");
    }
  }
}
