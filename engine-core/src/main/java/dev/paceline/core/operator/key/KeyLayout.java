package dev.paceline.core.operator.key;

import dev.paceline.core.kernel.KeyKernels.Digit;
import org.jspecify.annotations.Nullable;

/**
 * How the values of some whole-number (or BOOLEAN) columns with known bounds pack into one long
 * without a gap: as the digits of a mixed-radix number, the first column least significant. Two
 * rows have equal packed keys exactly if all their keys are equal, NULLs included where they are
 * allowed. Immutable.
 */
public final class KeyLayout {
  /** No layout has more packed keys than this. */
  public static final long MAX_SIZE = 1L << 62;

  private final Digit[] digits;
  private final long size;

  private KeyLayout(Digit[] digits, long size) {
    this.digits = digits;
    this.size = size;
  }

  /**
   * @param mins and maxes per key the bounds of its non-NULL values; min &gt; max when there are
   *     none
   * @param nullable per key, whether NULL gets a digit of its own, 0; else rows with a NULL have no
   *     packed key
   * @return null if the keys do not fit
   */
  public static @Nullable KeyLayout of(long[] mins, long[] maxes, boolean[] nullable) {
    Digit[] digits = new Digit[mins.length];
    long size = 1;
    for (int key = 0; key < digits.length; key++) {
      long min = Math.min(mins[key], maxes[key]);
      long range = mins[key] > maxes[key] ? 0 : maxes[key] - min;
      int shift = nullable[key] ? 1 : 0;
      if (range < 0 || range >= MAX_SIZE) {
        return null;
      }
      long radix = range + 1 + shift;
      if (radix > MAX_SIZE / size) {
        return null;
      }
      digits[key] = new Digit(min, range, shift, size, key == 0);
      size *= radix;
    }
    return new KeyLayout(digits, size);
  }

  public int keyCount() {
    return digits.length;
  }

  /** Packed keys lie in [0, size). */
  public long size() {
    return size;
  }

  public Digit digit(int key) {
    return digits[key];
  }
}
