package dev.paceline.benchmarks.load;

import dev.paceline.benchmarks.frame.EngineTrace;
import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.frame.Tasks;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.QueryListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;

/**
 * Queries that begin at the same time over one file, and how often they read it: the bytes that all
 * of them read, divided by the length of the file.
 */
final class QueriesAtOnce implements LoadExperiment {
  private static final double BYTES_PER_MEGABYTE = 1e6;

  @Override
  public void run(LoadFrame frame) throws SQLException, IOException {
    LoadFrame.FigureRows rows =
        frame.table(
            "sharing",
            "how often do the four queries read a file, one after the other and at once?",
            "file %-8s; cache %-6s; queries %-12s; ms %9.1f; CPU ms %9.1f; MB read %8.1f; times the"
                + " file %14.2f");
    for (Path file : List.of(frame.files().csv(), frame.files().parquet())) {
      for (boolean caches : new boolean[] {false, true}) {
        for (boolean atOnce : new boolean[] {false, true}) {
          measure(frame, rows, file, caches, atOnce);
        }
      }
    }
  }

  private static void measure(
      LoadFrame frame, LoadFrame.FigureRows rows, Path file, boolean caches, boolean atOnce)
      throws SQLException, IOException {
    String url = SuiteDatabases.sharedInMemory(frame.threads()) + (caches ? "" : ";file_cache=0");
    List<Query> queries = FileComparison.queries();
    try (Connection first = DriverManager.getConnection(url)) {
      List<Callable<Void>> tasks =
          queries.stream().<Callable<Void>>map(query -> () -> run(url, query, file)).toList();
      for (int i = 0; i < Math.max(1, frame.repetitions().warmups()); i++) {
        runAll(tasks, atOnce);
        forget(first, caches);
      }
      Engine engine = EngineTrace.engine(first);
      LongAdder bytes = new LongAdder();
      QueryListener listener = (report, failure) -> bytes.add(report.readBytes());
      engine.addQueryListener(listener);
      Timing timing = Timing.of(() -> runAll(tasks, atOnce));
      engine.removeQueryListener(listener);
      String name = file.getFileName().toString();
      rows.add(
          name.substring(name.lastIndexOf('.') + 1),
          caches ? "on" : "off",
          atOnce ? "at once" : "one by one",
          Timing.millis(timing.nanos()),
          Timing.millis(timing.cpuNanos()),
          bytes.sum() / BYTES_PER_MEGABYTE,
          (double) bytes.sum() / Files.size(file));
    }
  }

  private static Void run(String url, Query query, Path file) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      Answer.of(connection, query.sql().formatted(file));
    }
    return null;
  }

  private static void runAll(List<Callable<Void>> tasks, boolean atOnce) {
    if (atOnce) {
      Tasks.runAll(tasks);
    } else {
      tasks.forEach(task -> Tasks.runAll(List.of(task)));
    }
  }

  /** Empties the memory for columns of files. */
  private static void forget(Connection connection, boolean caches) throws SQLException {
    if (caches) {
      SuiteDatabases.execute(connection, "set file_cache = 0");
      SuiteDatabases.execute(connection, "reset file_cache");
    }
  }
}
