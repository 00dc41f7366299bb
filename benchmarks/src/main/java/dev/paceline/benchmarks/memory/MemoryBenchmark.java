package dev.paceline.benchmarks.memory;

import dev.paceline.benchmarks.frame.AtLeast;
import dev.paceline.benchmarks.frame.Connections;
import dev.paceline.benchmarks.frame.EngineTrace;
import dev.paceline.benchmarks.frame.QueryChoice;
import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.frame.Turns;
import dev.paceline.benchmarks.frame.TurnsBenchmarkCommand;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.core.engine.QueryReport;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code paceline bench memory}: queries with all the memory that they want and with parts of it,
 * by turns, on the same blocks in the same buffer pool; then DuckDB under the same limits.
 */
@Command(
    name = "memory",
    description = {
      "Runs queries of TPC-H with all the memory that they want and with parts of it, by turns,",
      "and DuckDB under the same limits. A ratio above 1 is the cost of the limit."
    })
public final class MemoryBenchmark extends TurnsBenchmarkCommand {
  private static final double BYTES_PER_MEGABYTE = 1 << 20;

  @Mixin private final QueryChoice queries = new QueryChoice("9", "18", "21");

  @Option(names = "--parts", split = ",", description = "What to divide a query's memory by.")
  @AtLeast(1)
  private List<Integer> parts = List.of(2, 4);

  /** Sets the defaults of the options. */
  public MemoryBenchmark() {
    super(2);
  }

  /**
   * The times of one query.
   *
   * @param peakBytes the memory that it takes without a limit
   * @param ours the runs with all the memory it wants
   * @param theirs the runs of DuckDB with all the memory it wants
   * @param limited the runs with parts of the memory, in the order of the option
   */
  private record MemoryTimes(
      String query, long peakBytes, Runs ours, Runs theirs, List<Limited> limited) {}

  /**
   * The same with less memory.
   *
   * @param limitBytes the query's memory
   * @param writtenBytes of one run to temporary files
   * @param theirs the runs of DuckDB under the same limit
   * @param theirFailure the reason why it has no runs; null if it has
   */
  private record Limited(
      long limitBytes, long writtenBytes, Runs ours, Runs theirs, @Nullable String theirFailure) {}

  @Override
  protected void run() throws SQLException, IOException {
    SuiteDatabases databases = databases(new TpchSuite());
    List<Query> chosen = queries.of(databases.suite(), scale());
    String url = databases.url(threads());
    List<MemoryTimes> all = list("queries");
    try (Connections connections = new Connections()) {
      Connection usual = connections.open(url);
      Connection duckDb = connections.add(databases.duckDb(threads()));
      say("%s, milliseconds; memory in MB", headlineOfMedians(databases.suite()));
      table(
          "query %-6s; memory %8.1f; written %10.1f; paceline %10.1f; ratio %7.2f; CPU ratio"
              + " %10.2f; duckdb %10.1f; ratio %7.2f");
      for (Query query : chosen) {
        MemoryTimes times = measure(query, url, usual, duckDb);
        all.add(times);
        print(times);
      }
    }
  }

  private MemoryTimes measure(Query query, String url, Connection usual, Connection duckDb)
      throws SQLException {
    long peakBytes = report(usual, query).memoryPeakBytes();
    try (Connections limited = new Connections()) {
      List<Connection> ours = new ArrayList<>(List.of(usual));
      List<Long> writtenBytes = new ArrayList<>();
      for (int part : parts) {
        Connection connection = limited.open(url + ";queryMemory=" + peakBytes / part);
        ours.add(connection);
        writtenBytes.add(report(connection, query).temporaryBytes());
      }
      List<Runs> runs = Turns.ofQuery(query, ours, repetitions()).run();
      Runs theirs = runs(query, duckDb);
      List<Limited> less = new ArrayList<>();
      for (int i = 0; i < parts.size(); i++) {
        long limitBytes = peakBytes / parts.get(i);
        less.add(limited(query, limitBytes, writtenBytes.get(i), runs.get(i + 1), duckDb));
      }
      return new MemoryTimes(query.label(), peakBytes, runs.getFirst(), theirs, less);
    }
  }

  private Runs runs(Query query, Connection connection) throws SQLException {
    return Turns.ofQuery(query, List.of(connection), repetitions()).run().getFirst();
  }

  private Limited limited(
      Query query, long limitBytes, long writtenBytes, Runs ours, Connection duckDb)
      throws SQLException {
    try {
      SuiteDatabases.execute(duckDb, "set memory_limit = '" + limitBytes + "B'");
      return new Limited(limitBytes, writtenBytes, ours, runs(query, duckDb), null);
    } catch (SQLException e) {
      String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      return new Limited(limitBytes, writtenBytes, ours, Runs.NONE, message);
    } finally {
      SuiteDatabases.execute(duckDb, "reset memory_limit");
    }
  }

  /** Runs a query and returns what the engine says about the run. */
  private static QueryReport report(Connection connection, Query query) throws SQLException {
    try (EngineTrace trace = new EngineTrace(connection)) {
      Answer.of(connection, query.sql());
      return trace.lastReport();
    }
  }

  private void print(MemoryTimes times) {
    Runs ours = times.ours();
    Runs theirs = times.theirs();
    double peak = times.peakBytes() / BYTES_PER_MEGABYTE;
    row(times.query(), peak, 0.0, ours.millis(), null, null, theirs.millis());
    for (Limited less : times.limited()) {
      row(
          "",
          less.limitBytes() / BYTES_PER_MEGABYTE,
          less.writtenBytes() / BYTES_PER_MEGABYTE,
          less.ours().millis(),
          less.ours().millis() / ours.millis(),
          less.ours().cpuMillis() / ours.cpuMillis(),
          less.theirs().millis(),
          less.theirs().millis() / theirs.millis(),
          less.theirFailure() == null ? "" : "failed: " + less.theirFailure());
    }
  }
}
