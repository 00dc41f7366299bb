package dev.paceline.benchmarks.suite;

import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.core.error.PacelineException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** One query by several connections in turns, so that what changes on the machine hits all. */
public final class QueryTurns {
  private final Query query;
  private final List<Connection> connections;
  private final Repetitions repetitions;

  /** Is told of each measured run. */
  @FunctionalInterface
  public interface Listener {
    /**
     * @param turn number of the connection
     */
    void ran(int turn, Timing timing);
  }

  public QueryTurns(Query query, List<Connection> connections, Repetitions repetitions) {
    this.query = query;
    this.connections = List.copyOf(connections);
    this.repetitions = repetitions;
  }

  /** Runs the query once. */
  public static Answer answer(Connection connection, Query query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query.sql())) {
      return Answer.of(rows);
    }
  }

  /**
   * Asks by each connection.
   *
   * @throws PacelineException INTERNAL_ERROR if one gives another answer
   */
  public void check(Answer expected) throws SQLException {
    for (Connection connection : connections) {
      String difference =
          answer(connection, query).differenceFrom(expected, query.isTotallyOrdered());
      if (difference != null) {
        throw PacelineException.internal(
            query.label() + " has another answer in an experiment: " + difference, null);
      }
    }
  }

  /** Runs what comes before the measured runs. */
  public void warmUp() throws SQLException {
    repetitions.warmUp(
        () -> {
          for (Connection connection : connections) {
            answer(connection, query);
          }
        });
  }

  /** Measures each connection as often as asked for; who begins changes. */
  public void measure(Listener listener) throws SQLException {
    for (int round = 0; round < repetitions.rounds(); round++) {
      for (int turn = 0; turn < connections.size(); turn++) {
        int i = (round + turn) % connections.size();
        listener.ran(i, Timing.of(() -> answer(connections.get(i), query)));
      }
    }
  }
}
