package dev.paceline.benchmarks.tpch;

import dev.paceline.server.cli.Console;
import dev.paceline.server.cli.TpchDatabase;
import dev.paceline.storage.load.TpchQueries;
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
 * Runs TPC-H in Paceline (in memory) and in DuckDB (its file, in its buffer pool), query by query
 * in turns, so that both see the same noise of the machine. Every answer is compared first.
 */
public final class TpchBenchmark {
  private final double scale;
  private final List<Integer> queries;
  private final int warmups;
  private final int rounds;
  private final Path cache;
  private final Console console;

  /**
   * A benchmark to run.
   *
   * @param queries numbers of the queries
   * @param warmups runs of each query before the measured ones, besides that whose answer is
   *     compared
   * @param rounds measured runs of each query
   * @param cache folder for DuckDB's files, which later runs find again
   */
  public TpchBenchmark(
      double scale, List<Integer> queries, int warmups, int rounds, Path cache, Console console) {
    this.scale = scale;
    this.queries = List.copyOf(queries);
    this.warmups = warmups;
    this.rounds = rounds;
    this.cache = cache;
    this.console = console;
  }

  /** Measures with each number of threads in turn, and prints while it goes. */
  public TpchReport run(List<Integer> threadCounts) throws SQLException, IOException {
    TpchReport report = new TpchReport(scale, warmups, rounds);
    console.err().println("Opening DuckDB's tables (made on first use) in " + cache);
    console.err().flush();
    try (Connection duckDb = DuckDbTpch.inFile(cache, scale)) {
      for (int threads : threadCounts) {
        execute(duckDb, "set threads = " + threads);
        String url = "jdbc:paceline:mem:;workers=" + threads;
        try (Connection paceline = DriverManager.getConnection(url)) {
          int loaders = Runtime.getRuntime().availableProcessors();
          TpchDatabase.Load load = TpchDatabase.load(paceline, scale, loaders, console);
          console.err().println("Loaded " + load + " into Paceline");
          console.err().flush();
          report.begin(threads, console.out());
          for (int query : queries) {
            report.add(measure(query, threads, paceline, duckDb), console.out());
          }
          report.end(console.out());
        }
      }
    }
    return report;
  }

  private QueryTimes measure(int query, int threads, Connection paceline, Connection duckDb) {
    String sql = TpchQueries.sql(query, scale);
    try {
      String difference =
          answer(paceline, sql)
              .differenceFrom(answer(duckDb, sql), TpchQueries.isTotallyOrdered(query));
      if (difference != null) {
        return QueryTimes.failed(query, threads, "other answer than DuckDB: " + difference);
      }
      for (int i = 0; i < warmups; i++) {
        time(paceline, sql);
        time(duckDb, sql);
      }
      List<Long> ours = new ArrayList<>();
      List<Long> theirs = new ArrayList<>();
      for (int i = 0; i < rounds; i++) {
        ours.add(time(paceline, sql));
        theirs.add(time(duckDb, sql));
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
