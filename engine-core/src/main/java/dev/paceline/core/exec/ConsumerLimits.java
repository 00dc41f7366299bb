package dev.paceline.core.exec;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many orders may take blocks of one transfer at once: between pipelined execution, where
 * consumers run whenever they can, and non-pipelined, where they run together at the end (named,
 * but not studied, in Deshmukh, Efficient Query Scheduling, §4).
 *
 * @param min consumers wait until this number could run at once, unless no more blocks will come or
 *     there is no room for more; from 1 on
 * @param max that run at once; not below {@code min}
 */
public record ConsumerLimits(int min, int max) {
  /** No limit but the number of blocks and workers. */
  public static final ConsumerLimits NONE = new ConsumerLimits(1, Integer.MAX_VALUE);

  private static final Pattern RANGE = Pattern.compile("(\\d{0,9})\\.\\.(\\d{0,9})");

  public ConsumerLimits {
    if (min < 1 || max < min) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "consumers are at least 1 and at most as many as the upper limit, not "
              + min
              + " to "
              + max);
    }
  }

  /**
   * The limits that a user means.
   *
   * @param option what the user calls the choice
   * @param text {@code min..max}, of which either may be left out
   * @throws PacelineException INVALID_ARGUMENT that says what there is
   */
  public static ConsumerLimits parse(String option, String text) {
    Matcher range = RANGE.matcher(text.strip());
    if (!range.matches()) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          option + " is a range like 2..4, 2.. or ..4, not '" + text + "'");
    }
    return new ConsumerLimits(
        number(range.group(1), NONE.min()), number(range.group(2), NONE.max()));
  }

  private static int number(String text, int otherwise) {
    return text.isEmpty() ? otherwise : Integer.parseInt(text);
  }

  /** Returns the form that {@link #parse} reads. */
  @Override
  public String toString() {
    return min + ".." + (max == NONE.max() ? "" : max);
  }
}
