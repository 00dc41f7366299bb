package dev.paceline.benchmarks.frame;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The first answer to each query, with which all later ones are compared. Thread-safe. */
public final class KnownAnswers {
  private final Map<Query, Answer> answers = new ConcurrentHashMap<>();

  /**
   * Remembers the first answer to a query, and compares others with it.
   *
   * @throws dev.paceline.core.error.PacelineException INTERNAL_ERROR if it differs
   */
  public void check(Query query, Answer answer) {
    Answer first = answers.putIfAbsent(query, answer);
    if (first != null) {
      answer.requireSame(first, query);
    }
  }
}
