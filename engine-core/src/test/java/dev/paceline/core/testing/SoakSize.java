package dev.paceline.core.testing;

/**
 * Sizes of tests that look at random or generated cases: a sample for {@code ./mvnw verify}, and
 * all of them for {@code ./mvnw -Psoak verify}. The assertions are the same.
 */
public final class SoakSize {
  private static final boolean SOAK = Boolean.getBoolean("paceline.soak");

  private SoakSize() {}

  /** Returns whether the Maven profile {@code soak} is on. */
  public static boolean isSoak() {
    return SOAK;
  }

  /**
   * Chooses a number of cases or rows.
   *
   * @param usual for each build
   * @param soak for the Maven profile {@code soak}
   */
  public static int of(int usual, int soak) {
    return SOAK ? soak : usual;
  }
}
