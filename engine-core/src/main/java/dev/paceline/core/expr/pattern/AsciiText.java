package dev.paceline.core.expr.pattern;

import java.nio.charset.StandardCharsets;

/**
 * Lets a backtracking matcher read ASCII bytes as characters, and stops it when it has read many
 * more characters than the text has. For one thread.
 */
final class AsciiText implements CharSequence {
  /** Stops the matcher; always the same object, which has no stack trace. */
  static final class TooManySteps extends RuntimeException {
    private static final long serialVersionUID = 1;

    private TooManySteps() {
      super("the pattern takes too many steps", null, false, false);
    }
  }

  private static final TooManySteps TOO_MANY_STEPS = new TooManySteps();
  private static final int STEPS_PER_BYTE = 32;
  private static final int LEAST_STEPS = 1 << 12;

  private byte[] bytes = {};
  private long steps;

  /**
   * Takes other bytes.
   *
   * @return false if some of them are not ASCII, so that the text cannot be read
   */
  boolean reset(byte[] text) {
    bytes = text;
    int all = 0; // a loop without an exit is vectorised
    for (byte value : text) {
      all |= value;
    }
    return all >= 0;
  }

  /** Begins another search, with all its steps. */
  void startSearch() {
    steps = LEAST_STEPS + (long) STEPS_PER_BYTE * bytes.length;
  }

  @Override
  public int length() {
    return bytes.length;
  }

  @Override
  public char charAt(int index) {
    if (--steps < 0) {
      throw TOO_MANY_STEPS;
    }
    return (char) bytes[index];
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return toString().substring(start, end);
  }

  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
