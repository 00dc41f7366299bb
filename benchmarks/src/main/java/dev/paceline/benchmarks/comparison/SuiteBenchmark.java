package dev.paceline.benchmarks.comparison;

import dev.paceline.benchmarks.frame.FigureTable;
import dev.paceline.benchmarks.frame.QueryChoice;
import dev.paceline.benchmarks.frame.Report;
import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.frame.Turns;
import dev.paceline.benchmarks.frame.TurnsBenchmarkCommand;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs suites in Paceline (in memory) and in a peer, or in Paceline twice, query by query in turns.
 * The answers are compared first. Subclasses name the suites.
 */
public abstract class SuiteBenchmark extends TurnsBenchmarkCommand {
  @Mixin private final QueryChoice queries = new QueryChoice();

  @Option(
      names = "--peer",
      paramLabel = "PEER",
      description = "The peer: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private PeerDatabase peer = PeerDatabase.DUCKDB_FILE;

  @Option(
      names = "--stored",
      paramLabel = "POLICY",
      description = {
        "Instead: Paceline's tables in a folder, all blocks in the buffer pool, scanned under a",
        "policy, beside the same tables in memory."
      })
  private @Nullable String storedPolicy;

  private final List<QueryTimes> times = new ArrayList<>();

  /** Sets the defaults of the options. */
  protected SuiteBenchmark() {
    super(1);
  }

  /** Returns the suites to run. */
  protected abstract List<QuerySuite> suites();

  /** Prints what all ratios together say. */
  void conclude(List<QueryTimes> measured, Report report) {}

  @Override
  protected final void run(Report report) throws SQLException, IOException {
    report.put("queries", times);
    for (QuerySuite suite : suites()) {
      List<Query> chosen = queries.of(suite, scale());
      if (storedPolicy == null) {
        besidePeer(databases(suite), chosen, report);
      } else {
        storedBesideMemory(databases(suite), chosen, storedPolicy, report);
      }
    }
    conclude(measured(times), report);
  }

  private void besidePeer(SuiteDatabases databases, List<Query> chosen, Report report)
      throws SQLException, IOException {
    for (int threads : threadCounts()) {
      try (Connection theirs = peer.open(databases, threads);
          Connection ours = databases.inMemory(threads)) {
        Series series = new Series(databases, threads, "paceline", peer.label(), report);
        series.run(chosen, ours, theirs);
      }
    }
  }

  /** Measures the costs of scanning through the buffer pool when all blocks are in it. */
  private void storedBesideMemory(
      SuiteDatabases databases, List<Query> chosen, String policy, Report report)
      throws SQLException, IOException {
    for (int threads : threadCounts()) {
      String url = databases.url(threads) + ";scanPolicy=" + policy;
      try (Connection memory = databases.inMemory(threads);
          Connection stored = DriverManager.getConnection(url)) {
        new Series(databases, threads, "stored", "memory", report).run(chosen, stored, memory);
      }
    }
  }

  private static List<QueryTimes> measured(List<QueryTimes> times) {
    return times.stream().filter(query -> query.failure() == null).toList();
  }

  /** The queries of a suite with one number of threads. */
  private final class Series {
    private final SuiteDatabases databases;
    private final int threads;
    private final Report report;
    private final FigureTable table;

    Series(SuiteDatabases databases, int threads, String ours, String theirs, Report report) {
      this.databases = databases;
      this.threads = threads;
      this.report = report;
      this.table =
          report
              .table()
              .column("query", "%-18s")
              .column(ours, "%10.1f")
              .column(theirs, "%10.1f")
              .column("ratio", "%8.2f");
    }

    void run(List<Query> chosen, Connection ours, Connection theirs) {
      report.say(
          "%s scale %s, threads %d, median of %d, milliseconds",
          databases.suite().dataSet().title(),
          Report.number(scale()),
          threads,
          repetitions().rounds());
      table.header();
      int first = times.size();
      for (Query query : chosen) {
        QueryTimes measured = measure(query, ours, theirs);
        times.add(measured);
        if (measured.failure() == null) {
          table.row(
              query.label(),
              measured.ours().millis(),
              measured.theirs().millis(),
              measured.ratio());
        } else {
          report.fail("%-18s".formatted(query.label()), measured.failure());
        }
      }
      summarize(times.subList(first, times.size()));
    }

    private QueryTimes measure(Query query, Connection ours, Connection theirs) {
      try {
        List<Runs> runs = Turns.ofQuery(query, List.of(ours, theirs), repetitions()).run();
        return times(query, runs.getFirst(), runs.getLast(), null);
      } catch (SQLException | PacelineException e) {
        return times(query, Runs.NONE, Runs.NONE, String.valueOf(e.getMessage()));
      }
    }

    private QueryTimes times(Query query, Runs ours, Runs theirs, @Nullable String failure) {
      String suite = databases.suite().name();
      return new QueryTimes(suite, query.label(), threads, ours, theirs, failure);
    }

    private void summarize(List<QueryTimes> all) {
      List<QueryTimes> measured = measured(all);
      if (measured.size() < all.size()) {
        report.say("queries without a time: %d", all.size() - measured.size());
      }
      if (!measured.isEmpty()) {
        double ours = Statistics.sum(measured, query -> query.ours().millis());
        double theirs = Statistics.sum(measured, query -> query.theirs().millis());
        table.row("total", ours, theirs);
        report.say(
            "geometric mean of ratios %.2f", Statistics.geometricMean(measured, QueryTimes::ratio));
        report.say("total ratio %.2f", ours / theirs);
      }
    }
  }
}
