package dev.paceline.core.exec;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A technique that makes queries faster and is not needed for their answers. Experiments leave it
 * out to measure its effect. Operators ask once, before the first row.
 */
public enum Technique {
  /** Runtime filters of joins in the scans below (Quickstep §3.5). */
  LOOKAHEAD("lookahead"),

  /** Runtime filters that are the exact set of keys, instead of a Bloom filter. */
  EXACT("exact"),

  /** Predicates on encoded blocks, and blocks skipped by their statistics. */
  ENCODED("encoded"),

  /** Joins that look dense keys up by address, instead of by hash. */
  DIRECT("direct"),

  /** Groups by the columns that determine the others (and late text, too). */
  GROUP_KEYS("groupKeys"),

  /** Groups by a sorted column that are handed on as soon as they are complete. */
  STREAM("stream"),

  /** Text that is fetched after ORDER BY and LIMIT. */
  LATE_TEXT("lateText"),

  /** Groups before a join instead of after it (Yan and Larson, VLDB 1995). */
  EAGER_AGGREGATION("eagerAggregation"),

  /** Parts that occur several times in a query are computed once. */
  SHARED_PLANS("sharedPlans");

  private final String key;

  Technique(String key) {
    this.key = key;
  }

  /** Its name for users. */
  public String key() {
    return key;
  }

  /**
   * Some of them, by their names with commas between, in any case; blank for none.
   *
   * @throws PacelineException INVALID_ARGUMENT that lists all names
   */
  public static Set<Technique> parse(String keys) {
    Set<Technique> techniques = EnumSet.noneOf(Technique.class);
    for (String key : keys.isBlank() ? List.<String>of() : List.of(keys.split(",", -1))) {
      techniques.add(of(key.strip()));
    }
    return techniques;
  }

  private static Technique of(String key) {
    for (Technique technique : values()) {
      if (technique.key.equalsIgnoreCase(key)) {
        return technique;
      }
    }
    throw new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "there is no technique '"
            + key
            + "'; there are "
            + Arrays.stream(values()).map(Technique::key).collect(Collectors.joining(", ")));
  }
}
