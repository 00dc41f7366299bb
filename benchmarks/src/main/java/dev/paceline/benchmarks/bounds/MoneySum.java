package dev.paceline.benchmarks.bounds;

import dev.paceline.benchmarks.suite.Answer;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/** A sum of products of two decimals, and the number of its terms. */
final class MoneySum {
  private long value;
  private long terms;

  /** Adds the sum of some terms. */
  void add(long sum, int count) {
    value = Math.addExact(value, sum);
    terms += count;
  }

  /** Returns the sum as the only value of an answer; NULL if there are no terms. */
  Answer answer() {
    BigDecimal sum = terms == 0 ? null : BigDecimal.valueOf(value, 2 * Money.SCALE);
    return new Answer(List.of(Arrays.asList(sum)));
  }
}
