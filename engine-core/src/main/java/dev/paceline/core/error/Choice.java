package dev.paceline.core.error;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.Locale;

/** Options whose values are the constants of an enum, which users write in any case. */
public final class Choice {
  private Choice() {}

  /** How messages and tables spell a constant. */
  public static String nameOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The constant that a user means.
   *
   * @param option what the user calls the choice
   * @throws PacelineException INVALID_ARGUMENT, naming all there are
   */
  public static <E extends Enum<E>> E parse(String option, String text, Class<E> type) {
    E[] constants = type.getEnumConstants();
    for (E constant : constants) {
      if (constant.name().equalsIgnoreCase(text)) {
        return constant;
      }
    }
    throw new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        option
            + " is one of "
            + Arrays.stream(constants).map(Choice::nameOf).collect(joining(", "))
            + ", not '"
            + text
            + "'");
  }
}
