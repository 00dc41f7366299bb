package dev.paceline.core.exec;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What makes queries fast and can be done without: experiments leave it out to learn what it gives.
 * Answers are the same. Whoever decides asks once, before the first row.
 */
public enum Technique {
  LOOKAHEAD("lookahead", "runtime filters of joins in the scans below (Quickstep §3.5)"),
  EXACT("exact", "runtime filters that are the exact set of keys, instead of a Bloom filter"),
  ENCODED("encoded", "predicates on encoded blocks, and blocks skipped by their statistics"),
  DIRECT("direct", "joins that look dense keys up by address, instead of by hash"),
  GROUP_KEYS("groupKeys", "groups by the columns that determine the others (and late text, too)"),
  STREAM("stream", "groups by a sorted column that go on as soon as they are complete"),
  LATE_TEXT("lateText", "text that is fetched after ORDER BY and LIMIT"),
  EAGER_AGGREGATION(
      "eagerAggregation", "groups before a join instead of after it (Yan and Larson, VLDB 1995)"),
  SHARED_PLANS("sharedPlans", "parts that occur several times in a query are computed once");

  private final String key;
  private final String description;

  Technique(String key, String description) {
    this.key = key;
    this.description = description;
  }

  /** Its name for users. */
  public String key() {
    return key;
  }

  public String description() {
    return description;
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
