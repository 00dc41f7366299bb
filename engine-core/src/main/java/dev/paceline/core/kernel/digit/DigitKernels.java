package dev.paceline.core.kernel.digit;

import dev.paceline.core.kernel.tier.KernelTier;

/**
 * Parsing of short texts of digits, whose characters lie in words of eight bytes, the first one
 * lowest.
 */
public abstract class DigitKernels {
  private static final KernelTier<DigitKernels> TIER =
      new KernelTier<>(DigitKernels.class, "SimdDigitKernels", new ScalarDigitKernels());

  /** Elements that arrays have beyond those that are used. */
  public static final int SPARE = 16;

  /** The result of {@link #pointed} if not all numbers have the same form. */
  public static final int VARIOUS = -1;

  /** The bits of a result of {@link #pointed} that count the digits behind the point. */
  protected static final long FRACTION_MASK = (1 << DigitWords.FRACTION_BITS) - 1;

  /** Returns the kernels that serve now. */
  public static DigitKernels current() {
    return TIER.current();
  }

  /**
   * Parses one to eight digits each, perhaps with a point among them; see {@link
   * DigitWords#pointed}. The contents of {@code words}, {@code next} and {@code lengths} are
   * undefined afterwards.
   *
   * @param words the first eight characters of each
   * @param next the eight characters from the second one on
   * @param lengths the numbers of characters; any, also negative ones
   * @param points the point {@linkplain DigitWords#everywhere in all bytes}
   * @param numbers gets the results; all arrays have more room than for {@code count} by {@link
   *     #SPARE}, and other elements there may be changed
   * @return how many digits all of them have behind the point; {@link #VARIOUS} if these numbers
   *     differ or some text is of another form
   */
  public abstract int pointed(
      long[] words, long[] next, long[] lengths, int count, long points, long[] numbers);

  /**
   * Parses one to eight digits each and nothing else; the parameters are those of {@link #pointed}.
   *
   * @param numbers gets the numbers, or {@link DigitWords#INVALID}
   * @return whether all are valid
   */
  public abstract boolean whole(long[] words, long[] lengths, int count, long[] numbers);

  /**
   * Takes dates apart; see {@link DigitWords#date}.
   *
   * @param fronts the first eight characters of each
   * @param backs the last eight characters of each, from its third one on
   * @param dates gets the results; all arrays have more room than for {@code count} by {@link
   *     #SPARE}
   */
  public abstract void dates(long[] fronts, long[] backs, int count, long[] dates);

  /**
   * Returns what {@link #pointed} does.
   *
   * @param all what all results have in common
   * @param any the bits that any result has
   */
  protected static int common(long all, long any) {
    return any >= 0 && ((all ^ any) & FRACTION_MASK) == 0 ? (int) (any & FRACTION_MASK) : VARIOUS;
  }
}
