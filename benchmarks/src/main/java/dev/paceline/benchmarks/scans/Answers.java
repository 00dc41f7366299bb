package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.suite.Answer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The first answer to each query, with which all later ones are compared. Thread-safe. */
final class Answers {
  private final Map<String, Answer> bySql = new ConcurrentHashMap<>();

  /**
   * Remembers or compares an answer.
   *
   * @throws IllegalStateException if it differs from an earlier one
   */
  void check(StreamQuery query, Answer answer) {
    Answer earlier = bySql.putIfAbsent(query.sql(), answer);
    String difference = earlier == null ? null : answer.differenceFrom(earlier, false);
    if (difference != null) {
      throw new IllegalStateException(
          "another answer than before to " + query.sql() + ": " + difference);
    }
  }
}
