package dev.paceline.core.type;

import java.math.BigDecimal;

/**
 * Writes floating-point numbers with the fewest digits that tell them from others: {@code
 * 1234567.5}, {@code 10000000000.0}, and {@code 1.5e+16} or {@code 1e-05} where that would take
 * many zeros.
 */
public final class DoubleText {
  /** The exponents from which and up to which numbers are written without one. */
  private static final int MIN_PLAIN = -4;

  private static final int MAX_PLAIN = 15;

  private DoubleText() {}

  public static String of(double value) {
    return of(Double.toString(value));
  }

  public static String of(float value) {
    return of(Float.toString(value));
  }

  /** Writes a number that Java has written. */
  private static String of(String text) {
    int mark = text.indexOf('E');
    if (mark < 0) {
      return text;
    }
    int exponent = Integer.parseInt(text, mark + 1, text.length(), 10);
    if (exponent >= MIN_PLAIN && exponent <= MAX_PLAIN) {
      String plain = new BigDecimal(text).stripTrailingZeros().toPlainString();
      return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }
    String digits =
        text.startsWith(".0", mark - 2) ? text.substring(0, mark - 2) : text.substring(0, mark);
    int size = Math.abs(exponent);
    return digits + (exponent < 0 ? "e-" : "e+") + (size < 10 ? "0" : "") + size;
  }
}
