package dev.paceline.benchmarks.load;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;

import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.frame.Turns;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Queries over a CSV file in place beside loading it first: after how many queries the load has
 * paid, without and with columns of the file in memory.
 */
final class QueriesInPlace implements LoadExperiment {
  @Override
  public void run(LoadFrame frame) throws SQLException {
    LoadFrame.FigureRows rows =
        frame.table(
            "place",
            "after how many queries has it paid to load the file?",
            "query %-6s; in place ms %11.1f; in memory ms %12.1f; loaded ms %9.1f; load ms %9.1f;"
                + " pays after %10.1f; with memory %11.1f");
    try (Connection plain = frame.paceline(";file_cache=0");
        Connection caching = frame.paceline("");
        Connection loaded = frame.paceline("")) {
      String file = frame.files().csv().toString();
      Contestant load =
          () -> {
            frame.recreate(loaded, LoadFrame.TABLE);
            return Timing.of(
                () -> execute(loaded, "copy " + LoadFrame.TABLE + " from '" + file + "'"));
          };
      double loadMillis = frame.turns(List.of(load)).getFirst().millis();
      for (Query query : FileComparison.queries()) {
        Query inPlace = over(query, "'" + file + "'");
        Query inTable = over(query, LoadFrame.TABLE);
        Turns.requireSameAnswers(inPlace, List.of(plain, caching));
        List<Runs> runs =
            frame.turns(
                List.of(
                    Contestant.query(plain, inPlace),
                    Contestant.query(caching, inPlace),
                    Contestant.query(loaded, inTable)));
        double table = runs.get(2).millis();
        rows.add(
            query.label(),
            runs.get(0).millis(),
            runs.get(1).millis(),
            table,
            loadMillis,
            breakEven(loadMillis, runs.get(0).millis(), table),
            breakEven(loadMillis, runs.get(1).millis(), table));
      }
    }
  }

  private static Query over(Query query, String source) {
    return new Query(query.name(), query.sql().replace("'%s'", source), query.isTotallyOrdered());
  }

  /** NaN if it never pays. */
  private static double breakEven(double load, double inPlace, double loaded) {
    return inPlace > loaded ? load / (inPlace - loaded) : Double.NaN;
  }
}
