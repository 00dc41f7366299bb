package dev.paceline.benchmarks.comparison;

import dev.paceline.benchmarks.frame.Connections;
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
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs suites in Paceline (in memory) and in a peer, or in Paceline twice, query by query in turns.
 * The answers are compared first.
 */
public class SuiteBenchmark extends TurnsBenchmarkCommand {
  @Mixin private final QueryChoice queries = new QueryChoice();

  @Option(names = "--peer", description = "The peer: ${COMPLETION-CANDIDATES}.")
  private PeerDatabase peer = PeerDatabase.DUCKDB_FILE;

  @Option(
      names = "--stored",
      description =
          "Instead: Paceline's tables in a folder, all blocks in the buffer pool, scanned under a"
              + " policy, beside the same tables in memory.")
  private @Nullable String storedPolicy;

  private final List<QuerySuite> suites;
  private final List<QueryTimes> all = new ArrayList<>();

  /**
   * Sets the defaults of the options.
   *
   * @param suites the suites to run; none if a subclass finds them in its options
   */
  public SuiteBenchmark(QuerySuite... suites) {
    super(1);
    this.suites = List.of(suites);
  }

  /** Returns the suites to run. */
  protected List<QuerySuite> suites() {
    return suites;
  }

  /** Prints what all ratios together say. */
  void conclude(List<QueryTimes> measured) {}

  @Override
  protected final void run() throws SQLException, IOException {
    put("queries", all);
    Map<QuerySuite, List<Query>> chosen = new LinkedHashMap<>();
    for (QuerySuite suite : suites()) {
      chosen.put(suite, queries.of(suite, scale()));
    }
    for (QuerySuite suite : chosen.keySet()) {
      SuiteDatabases databases = databases(suite);
      for (int threads : threadCounts()) {
        try (Connections connections = new Connections()) {
          Connection ours;
          Connection theirs;
          if (storedPolicy == null) {
            theirs = connections.add(peer.open(databases, threads));
            ours = connections.add(databases.inMemory(threads));
          } else {
            theirs = connections.add(databases.inMemory(threads));
            ours = connections.open(databases.url(threads) + ";scanPolicy=" + storedPolicy);
          }
          series(suite, chosen.get(suite), threads, ours, theirs);
        }
      }
    }
    conclude(measured(all));
  }

  private static List<QueryTimes> measured(List<QueryTimes> times) {
    return times.stream().filter(query -> query.failure() == null).toList();
  }

  /** Measures the queries of a suite with one number of threads. */
  private void series(
      QuerySuite suite, List<Query> chosen, int threads, Connection ours, Connection theirs) {
    say(
        "%s scale %s, threads %d, median of %d, milliseconds",
        suite.dataSet().title(), Report.number(scale()), threads, repetitions().rounds());
    table(
        "query %%-18s; %s %%10.1f; %s %%10.1f; ratio %%8.2f"
            .formatted(
                storedPolicy == null ? "paceline" : "stored",
                storedPolicy == null ? peer.label() : "memory"));
    List<QueryTimes> series = new ArrayList<>();
    for (Query query : chosen) {
      QueryTimes times = measure(suite, query, threads, ours, theirs);
      series.add(times);
      if (times.failure() == null) {
        row(times.query(), times.ours().millis(), times.theirs().millis(), times.ratio());
      } else {
        report().fail("%-18s".formatted(times.query()), times.failure());
      }
    }
    all.addAll(series);
    List<QueryTimes> measured = measured(series);
    if (measured.size() < series.size()) {
      say("queries without a time: %d", series.size() - measured.size());
    }
    if (!measured.isEmpty()) {
      double ourMillis = Statistics.sum(measured, query -> query.ours().millis());
      double theirMillis = Statistics.sum(measured, query -> query.theirs().millis());
      double mean = Statistics.geometricMean(measured, QueryTimes::ratio);
      row("total", ourMillis, theirMillis);
      say("geometric mean of ratios %.2f", mean);
      say("total ratio %.2f", ourMillis / theirMillis);
    }
  }

  private QueryTimes measure(
      QuerySuite suite, Query query, int threads, Connection ours, Connection theirs) {
    try {
      List<Runs> runs = Turns.ofQuery(query, List.of(ours, theirs), repetitions()).run();
      return new QueryTimes(
          suite.name(), query.label(), threads, runs.getFirst(), runs.getLast(), null);
    } catch (SQLException | PacelineException e) {
      String failure = String.valueOf(e.getMessage());
      return new QueryTimes(suite.name(), query.label(), threads, Runs.NONE, Runs.NONE, failure);
    }
  }
}
