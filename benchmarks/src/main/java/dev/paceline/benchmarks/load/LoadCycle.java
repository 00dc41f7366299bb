package dev.paceline.benchmarks.load;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;

import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.datasets.GeneratedTable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Load, query and unload (HyPer, Figure 3.13): all tables of the suite from CSV, its queries, and
 * all tables to and from each format.
 */
final class LoadCycle implements LoadExperiment {
  /** The formats, the first of which is the one to compare with. */
  private static final List<String> FORMATS = List.of("csv", "parquet", "arrow");

  @Override
  public void run(LoadFrame frame) throws SQLException, IOException {
    LoadFrame.FigureRows rows =
        frame.table(
            "cycle",
            "what do loading, all queries and unloading take, and what does each format save?",
            "step %-18s; ms %9.1f; CPU ms %9.1f; MB %8.1f; ratio to CSV %12.2f");
    try (Connection connection = frame.paceline("")) {
      frame.databases().load(connection);
      double loadCsv = Double.NaN;
      double unloadCsv = Double.NaN;
      for (String format : FORMATS) {
        Path folder = frame.scratch().resolve(format);
        Runs unload = frame.turns(List.of(unload(connection, folder, format))).getFirst();
        Runs load = frame.turns(List.of(load(frame, folder))).getFirst();
        unloadCsv = format.equals("csv") ? unload.millis() : unloadCsv;
        loadCsv = format.equals("csv") ? load.millis() : loadCsv;
        double megabytes = LoadFrame.megabytes(folder);
        rows.add(
            "unload " + format,
            unload.millis(),
            unload.cpuMillis(),
            megabytes,
            unload.millis() / unloadCsv);
        rows.add(
            "load " + format, load.millis(), load.cpuMillis(), megabytes, load.millis() / loadCsv);
        LoadFrame.delete(folder);
      }
      List<Query> queries = frame.databases().suite().queries(frame.databases().scale());
      Runs all =
          frame.turns(List.of(() -> Timing.of(() -> runAll(connection, queries)))).getFirst();
      rows.add("all queries", all.millis(), all.cpuMillis(), Double.NaN, all.millis() / loadCsv);
    }
  }

  private static void runAll(Connection connection, List<Query> queries) throws SQLException {
    for (Query query : queries) {
      Answer.of(connection, query.sql());
    }
  }

  private static Contestant unload(Connection connection, Path folder, String format) {
    return () -> {
      try {
        LoadFrame.delete(folder);
      } catch (IOException e) {
        throw new SQLException(folder + " cannot be deleted", e);
      }
      return Timing.of(
          () -> execute(connection, "export database '" + folder + "' (format " + format + ")"));
    };
  }

  private static Contestant load(LoadFrame frame, Path folder) {
    return () -> {
      try (Connection other = frame.paceline("")) {
        Timing timing = Timing.of(() -> execute(other, "import database '" + folder + "'"));
        for (GeneratedTable table : frame.databases().suite().dataSet().tables()) {
          Answer.of(other, "select count(*) from " + table.definition().name());
        }
        return timing;
      }
    };
  }
}
