package dev.paceline.benchmarks.frame;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The first answer to each query, with which all later ones are compared. Thread-safe. */
public final class KnownAnswers {
  private final Map<Query, Answer> answers = new ConcurrentHashMap<>();

  /**
   * Runs a query, and compares its answer with the first one.
   *
   * @param sql the text of the query, perhaps with a comment in front
   * @return the seconds that it took
   * @throws dev.paceline.core.error.PacelineException INTERNAL_ERROR if the answer differs
   */
  public double ask(Connection connection, Query query, String sql) throws SQLException {
    long start = System.nanoTime();
    Answer answer = Answer.of(connection, sql);
    double seconds = Timing.secondsSince(start);
    Answer first = answers.putIfAbsent(query, answer);
    if (first != null) {
      answer.requireSame(first, query);
    }
    return seconds;
  }
}
