package dev.paceline.benchmarks.memory;

import dev.paceline.benchmarks.memory.MemoryTimes.Limited;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.QueryTurns;
import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.benchmarks.suite.StoredTables;
import dev.paceline.benchmarks.suite.Timing;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.QueryListener;
import dev.paceline.core.engine.QueryReport;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs queries with all the memory that they want and with parts of it, by turns, in one process on
 * the same blocks in the same buffer pool; then DuckDB in the same way. Every answer is compared
 * with the usual one first.
 */
public final class MemoryBenchmark {
  private final Settings settings;
  private final Console console;

  /**
   * What to run.
   *
   * @param parts of what each query takes in memory that it gets: 4 for a quarter
   */
  public record Settings(
      QuerySuite suite,
      double scale,
      int threads,
      List<Query> queries,
      List<Integer> parts,
      Repetitions repetitions) {}

  public MemoryBenchmark(Settings settings, Console console) {
    this.settings = settings;
    this.console = console;
  }

  /**
   * Measures, and prints while it goes.
   *
   * @param cache folder for databases, which later runs find again
   */
  public MemoryReport run(Path cache) throws SQLException, IOException {
    MemoryReport report = new MemoryReport(settings);
    Path folder = StoredTables.inFolder(settings.suite(), cache, settings.scale(), console);
    String url = "jdbc:paceline:" + folder + ";readOnly=true;workers=" + settings.threads();
    try (Connection usual = DriverManager.getConnection(url);
        Connection duckDb = DuckDbTables.inFile(settings.suite(), cache, settings.scale())) {
      execute(duckDb, "set threads = " + settings.threads());
      report.begin(console.out());
      for (Query query : settings.queries()) {
        report.add(measure(query, url, usual, duckDb), console.out());
      }
    }
    return report;
  }

  private MemoryTimes measure(Query query, String url, Connection usual, Connection duckDb)
      throws SQLException {
    Answer expected = QueryTurns.answer(usual, query);
    long peakBytes = report(usual, query).memoryPeakBytes();
    List<Connection> connections = new ArrayList<>(List.of(usual));
    try {
      List<Long> writtenBytes = new ArrayList<>();
      for (int part : settings.parts()) {
        Connection limited = DriverManager.getConnection(url + ";queryMemory=" + peakBytes / part);
        connections.add(limited);

        writtenBytes.add(report(limited, query).temporaryBytes());
      }
      new QueryTurns(query, connections, settings.repetitions()).check(expected);
      List<List<Timing>> times = byTurns(query, connections);
      List<Timing> theirs = byTurns(query, List.of(duckDb)).getFirst();
      List<Limited> limited = new ArrayList<>();
      for (int i = 0; i < settings.parts().size(); i++) {
        long limitBytes = peakBytes / settings.parts().get(i);
        limited.add(limitedPeer(query, limitBytes, writtenBytes.get(i), times.get(i + 1), duckDb));
      }
      return new MemoryTimes(query.name(), peakBytes, times.getFirst(), limited, theirs);
    } finally {
      for (Connection connection : connections.subList(1, connections.size())) {
        connection.close();
      }
    }
  }

  private Limited limitedPeer(
      Query query, long limitBytes, long writtenBytes, List<Timing> ours, Connection duckDb)
      throws SQLException {
    try {
      execute(duckDb, "set memory_limit = '" + limitBytes + "B'");
      List<Timing> theirs = byTurns(query, List.of(duckDb)).getFirst();
      return new Limited(limitBytes, writtenBytes, ours, theirs, null);
    } catch (SQLException e) {
      String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      return new Limited(limitBytes, writtenBytes, ours, List.of(), message);
    } finally {
      execute(duckDb, "reset memory_limit");
    }
  }

  private List<List<Timing>> byTurns(Query query, List<Connection> connections)
      throws SQLException {
    List<List<Timing>> times = new ArrayList<>();
    connections.forEach(connection -> times.add(new ArrayList<>()));
    QueryTurns turns = new QueryTurns(query, connections, settings.repetitions());
    turns.warmUp();
    turns.measure((turn, timing) -> times.get(turn).add(timing));
    return times;
  }

  /** What a run of a query has taken. */
  private static QueryReport report(Connection connection, Query query) throws SQLException {
    Engine engine = connection.unwrap(Session.class).instance().engine();
    AtomicReference<QueryReport> last = new AtomicReference<>();
    QueryListener listener = (report, failure) -> last.set(report);
    engine.addQueryListener(listener);
    try {
      QueryTurns.answer(connection, query);
    } finally {
      engine.removeQueryListener(listener);
    }
    return last.get();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
