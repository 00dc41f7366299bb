package dev.paceline.benchmarks.frame;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.core.error.PacelineException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Contestants that take turns, so that what changes on the machine affects all of them. Another
 * contestant begins each round.
 */
public final class Turns {
  private final Repetitions repetitions;
  private final List<Contestant> contestants;

  /** Something that is run again and again, and measured. */
  @FunctionalInterface
  public interface Contestant {
    /** Runs once, and returns the time that counts. */
    Timing run() throws SQLException;

    /** Returns a contestant that runs a query and fetches every value of its answer. */
    static Contestant query(Connection connection, Query query) {
      return () -> Timing.of(() -> fetch(connection, query.sql()));
    }
  }

  /** Sets who takes turns, and how often. */
  public Turns(Repetitions repetitions, List<? extends Contestant> contestants) {
    this.repetitions = repetitions;
    this.contestants = List.copyOf(contestants);
  }

  /**
   * Returns the turns of connections that all run one query.
   *
   * @throws PacelineException INTERNAL_ERROR if their answers differ
   */
  public static Turns ofQuery(Query query, List<Connection> connections, Repetitions repetitions)
      throws SQLException {
    requireSameAnswers(query, connections);
    return new Turns(
        repetitions,
        connections.stream().map(connection -> Contestant.query(connection, query)).toList());
  }

  /**
   * Compares the answers to a query with that of the first connection.
   *
   * @throws PacelineException INTERNAL_ERROR if one differs
   */
  public static void requireSameAnswers(Query query, List<Connection> connections)
      throws SQLException {
    Answer expected = Answer.of(connections.getFirst(), query.sql());
    for (Connection connection : connections.subList(1, connections.size())) {
      Answer.of(connection, query.sql()).requireSame(expected, query);
    }
  }

  /** Runs the warm-up and the measured rounds, and returns the runs of each contestant. */
  public List<Runs> run() throws SQLException {
    warmUp();
    return measure();
  }

  /** Runs the turns before the measured ones. */
  public void warmUp() throws SQLException {
    long end = System.nanoTime() + Timing.nanos(repetitions.warmSeconds());
    for (int i = 0; i < repetitions.warmups() || System.nanoTime() - end < 0; i++) {
      for (Contestant contestant : contestants) {
        contestant.run();
      }
    }
  }

  /** Runs the measured rounds, and returns the runs of each contestant. */
  public List<Runs> measure() throws SQLException {
    List<List<Timing>> timings = new ArrayList<>();
    contestants.forEach(contestant -> timings.add(new ArrayList<>()));
    for (int round = 0; round < repetitions.rounds(); round++) {
      for (int turn = 0; turn < contestants.size(); turn++) {
        int i = (round + turn) % contestants.size();
        timings.get(i).add(contestants.get(i).run());
      }
    }
    return timings.stream().map(Runs::new).toList();
  }

  private static void fetch(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        for (int i = 1; i <= columns; i++) {
          rows.getObject(i);
        }
      }
    }
  }
}
