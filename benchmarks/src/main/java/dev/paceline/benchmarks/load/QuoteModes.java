package dev.paceline.benchmarks.load;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;

import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The cost of quotes (HyPer, section 3.4: the fast mode knows no line breaks in quotes, the safe
 * mode does): the same file read with and without quotes, and with all strings in quotes.
 */
final class QuoteModes implements LoadExperiment {
  private static final String QUERY =
      """
      select count(*) as n, sum(l_orderkey) as k, max(l_comment) as c, sum(l_extendedprice) as p,
        max(l_shipmode) as m, min(l_shipdate) as d
      from read_csv('%s', delim = '|'%s)
      """;

  @Override
  public void run(LoadFrame frame) throws SQLException, IOException {
    LoadFrame.FigureRows rows =
        frame.table(
            "quotes",
            "what do quotes cost, in files with and without them?",
            "file and option %-30s; MB %8.1f; ms %9.1f; CPU ms %9.1f; ratio of CPU %12.2f");
    Path plain = frame.scratch().resolve("plain.csv");
    Path quoted = frame.scratch().resolve("quoted.csv");
    try (Connection connection = frame.paceline(";file_cache=0");
        Connection duckDb = frame.duckDb()) {
      for (Path file : List.of(plain, quoted)) {
        execute(
            duckDb,
            "copy (select * from read_csv('%s')) to '%s' (delimiter '|'%s)"
                .formatted(
                    frame.files().csv(), file, file.equals(quoted) ? ", force_quote *" : ""));
      }
      List<String> names =
          List.of("no quotes, quote=''", "no quotes, quote='\"'", "all values in quotes");
      List<Path> files = List.of(plain, plain, quoted);
      List<String> options = List.of(", quote=''", "", "");
      List<Contestant> contestants = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        String sql = QUERY.formatted(files.get(i), options.get(i));
        contestants.add(Contestant.query(connection, new Query("quotes", sql, true)));
      }
      List<Runs> runs = frame.turns(contestants);
      for (int i = 0; i < names.size(); i++) {
        rows.add(
            names.get(i),
            LoadFrame.megabytes(files.get(i)),
            runs.get(i).millis(),
            runs.get(i).cpuMillis(),
            runs.get(i).cpuMillis() / runs.getFirst().cpuMillis());
      }
    }
  }
}
