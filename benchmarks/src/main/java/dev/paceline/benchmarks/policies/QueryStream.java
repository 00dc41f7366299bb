package dev.paceline.benchmarks.policies;

/**
 * One user, who asks the same query again as soon as it is answered.
 *
 * @param name of the user, unlike all others of an experiment
 * @param query of the Star Schema Benchmark
 * @param priority from 1 on
 * @param start share of the experiment's time after which it begins, from 0 to less than 1
 * @param runs how often it asks; 0 for until the end
 */
public record QueryStream(String name, String query, int priority, double start, int runs) {
  /** A user from the beginning to the end. */
  static QueryStream of(String query, int priority) {
    return new QueryStream("Q" + query, query, priority, 0, 0);
  }
}
