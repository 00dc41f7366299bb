package dev.paceline.datasets;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.core.error.PacelineException;
import java.util.List;

/**
 * The 13 queries of the Star Schema Benchmark in four flights. Standard SQL that Paceline and its
 * peers both read.
 */
public final class SsbQueries {
  /** The names of the queries: the flight, and the place in it. */
  public static final List<String> NAMES =
      List.of(
          "1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3", "3.4", "4.1", "4.2",
          "4.3");

  /** The flight whose ORDER BY may leave ties: it ends with a sum that two rows could share. */
  private static final String MAY_TIE = "3.";

  private SsbQueries() {}

  /**
   * The text of a query, without a semicolon at its end.
   *
   * @param name one of {@link #NAMES}
   */
  public static String sql(String name) {
    if (!NAMES.contains(name)) {
      throw new PacelineException(
          INVALID_ARGUMENT,
          "the Star Schema Benchmark has the queries "
              + String.join(", ", NAMES)
              + ", not "
              + name);
    }
    return StatementFile.read("ssb/q" + name.replace(".", "") + ".sql");
  }

  /** Whether ORDER BY fixes the place of every row of the answer (or it has just one row). */
  public static boolean isTotallyOrdered(String name) {
    return !name.startsWith(MAY_TIE);
  }
}
