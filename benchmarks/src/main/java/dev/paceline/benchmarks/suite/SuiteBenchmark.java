package dev.paceline.benchmarks.suite;

import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.server.cli.Console;
import dev.paceline.server.cli.GeneratedDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a suite in Paceline (in memory) and in a peer, or in Paceline twice, query by query in
 * turns, so that both see the same noise of the machine. Every answer is compared first.
 */
public final class SuiteBenchmark {
  private final QuerySuite suite;
  private final double scale;
  private final List<Query> queries;
  private final Repetitions repetitions;
  private final Path cache;
  private final Console console;

  /**
   * A benchmark to run.
   *
   * @param queries those of the suite to run
   * @param repetitions of each query, besides the run whose answer is compared
   * @param cache folder for databases, which later runs find again
   */
  public SuiteBenchmark(
      QuerySuite suite,
      double scale,
      List<Query> queries,
      Repetitions repetitions,
      Path cache,
      Console console) {
    this.suite = suite;
    this.scale = scale;
    this.queries = List.copyOf(queries);
    this.repetitions = repetitions;
    this.cache = cache;
    this.console = console;
  }

  /** Measures against a peer with each number of threads in turn, and prints while it goes. */
  public SuiteReport run(List<Integer> threadCounts, Peer peer) throws SQLException, IOException {
    SuiteReport report = new SuiteReport(suite, "paceline", peer.label(), scale, repetitions);
    console.err().println("Opening DuckDB's tables (made on first use) in " + cache);
    console.err().flush();
    try (Connection duckDb = peer.open(suite, cache, scale)) {
      for (int threads : threadCounts) {
        execute(duckDb, "set threads = " + threads);
        try (Connection paceline = inMemory(threads)) {
          measure(report, threads, paceline, duckDb);
        }
      }
    }
    return report;
  }

  /**
   * Measures what it costs to scan through the buffer pool, all blocks in it, against tables in
   * memory, with each number of threads in turn.
   *
   * @param policy of the scans
   */
  public SuiteReport runStored(List<Integer> threadCounts, String policy)
      throws SQLException, IOException {
    SuiteReport report = new SuiteReport(suite, "stored", "memory", scale, repetitions);
    Path folder = StoredTables.inFolder(suite, cache, scale, console);
    for (int threads : threadCounts) {
      String url =
          "jdbc:paceline:" + folder + ";readOnly=true;scanPolicy=" + policy + ";workers=" + threads;
      try (Connection memory = inMemory(threads);
          Connection stored = DriverManager.getConnection(url)) {
        measure(report, threads, stored, memory);
      }
    }
    return report;
  }

  private Connection inMemory(int threads) throws SQLException {
    Connection paceline = DriverManager.getConnection("jdbc:paceline:mem:;workers=" + threads);
    int loaders = Runtime.getRuntime().availableProcessors();
    GeneratedDatabase.Load load =
        GeneratedDatabase.load(paceline, suite.dataSet(), scale, loaders, console);
    console.err().println("Loaded " + load + " into Paceline");
    console.err().flush();
    return paceline;
  }

  private void measure(SuiteReport report, int threads, Connection ours, Connection theirs) {
    report.begin(threads, console.out());
    for (Query query : queries) {
      report.add(measure(query, threads, ours, theirs), console.out());
    }
    report.end(console.out());
  }

  private QueryTimes measure(Query query, int threads, Connection our, Connection their) {
    String sql = query.sql();
    try {
      String difference =
          answer(our, sql).differenceFrom(answer(their, sql), query.isTotallyOrdered());
      if (difference != null) {
        return QueryTimes.failed(query, threads, "different answers: " + difference);
      }
      repetitions.warmUp(
          () -> {
            time(our, sql);
            time(their, sql);
          });
      List<Long> ours = new ArrayList<>();
      List<Long> theirs = new ArrayList<>();
      for (int i = 0; i < repetitions.rounds(); i++) {
        ours.add(time(our, sql));
        theirs.add(time(their, sql));
      }
      return new QueryTimes(query, threads, ours, theirs, null);
    } catch (SQLException e) {
      return QueryTimes.failed(query, threads, String.valueOf(e.getMessage()));
    }
  }

  private static Answer answer(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return Answer.of(rows);
    }
  }

  /** Nanoseconds from the statement to the last value of its answer. */
  private static long time(Connection connection, String sql) throws SQLException {
    long start = System.nanoTime();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        for (int i = 1; i <= columns; i++) {
          rows.getObject(i);
        }
      }
      return System.nanoTime() - start;
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
