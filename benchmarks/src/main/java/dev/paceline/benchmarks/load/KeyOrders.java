package dev.paceline.benchmarks.load;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;

import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.Turns;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The index of a join over unique 32-bit keys: in order without gaps, in random order, and spread
 * over the whole range (HyPer, Figure 3.11). It becomes an array, or a hash table.
 */
final class KeyOrders implements LoadExperiment {
  private static final double KEYS = 10e6;

  /** A prime that does not divide the number of keys. */
  private static final long STEP = 7_368_787;

  @Override
  public void run(LoadFrame frame) throws SQLException {
    long count = Math.max(1_000, (long) (KEYS * Math.min(1, frame.databases().scale())));
    LoadFrame.FigureRows rows =
        frame.table(
            "keys",
            "how long does it take to index " + count + " keys and to look all of them up?",
            "keys %-16s; paceline ms %11.1f; DuckDB ms %9.1f; ratio %6.2f; ratio to ordered %16.2f");
    List<String> kinds = List.of("ordered, dense", "unordered, dense", "sparse");
    List<String> values =
        List.of("i", "(i * " + STEP + ") % " + count, "(i * 1640531527) % 2147483647");
    double ordered = Double.NaN;
    for (int i = 0; i < kinds.size(); i++) {
      try (Connection ours = frame.paceline("");
          Connection theirs = frame.duckDb()) {
        for (Connection connection : List.of(ours, theirs)) {
          execute(
              connection,
              "create table keys as select cast(%s as integer) as k from range(%d) as r (i)"
                  .formatted(values.get(i), count));
        }
        Query query =
            new Query(
                "keys", "select count(*) as n from keys as a join keys as b on a.k = b.k", true);
        Turns.requireSameAnswers(query, List.of(theirs, ours));
        List<Contestant> contestants = new ArrayList<>();
        contestants.add(Contestant.query(ours, query));
        contestants.add(Contestant.query(theirs, query));
        List<Runs> runs = frame.turns(contestants);
        double millis = runs.getFirst().millis();
        ordered = i == 0 ? millis : ordered;
        rows.add(
            kinds.get(i),
            millis,
            runs.getLast().millis(),
            millis / runs.getLast().millis(),
            millis / ordered);
      }
    }
  }
}
