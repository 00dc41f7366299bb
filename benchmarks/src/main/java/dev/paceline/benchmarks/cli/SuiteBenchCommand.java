package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.suite.Peer;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.SuiteBenchmark;
import dev.paceline.benchmarks.suite.SuiteReport;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Runs suites beside a peer, one after the other; subclasses name them. */
abstract class SuiteBenchCommand implements Callable<Integer> {
  private static final double SMOKE_SCALE = 0.01;

  @Option(
      names = "--scale",
      paramLabel = "N",
      defaultValue = "1",
      description = "The scale factor (default: ${DEFAULT-VALUE}).")
  private double scale = 1;

  @Option(
      names = "--threads",
      paramLabel = "N",
      split = ",",
      defaultValue = "1",
      description = "Threads of either product, one series for each (default: ${DEFAULT-VALUE}).")
  private List<Integer> threads = List.of(1);

  @Option(
      names = "--queries",
      paramLabel = "N",
      split = ",",
      description = "Numbers of the queries to run (default: all).")
  private @Nullable List<String> queries;

  @Option(
      names = "--peer",
      paramLabel = "PEER",
      defaultValue = "duckdb-file",
      description = "What to compare with: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Peer peer = Peer.DUCKDB_FILE;

  @Option(
      names = "--warmups",
      paramLabel = "N",
      defaultValue = "3",
      description = "Runs of each query before the measured ones (default: ${DEFAULT-VALUE}).")
  private int warmups = 3;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "7",
      description = "Measured runs of each query (default: ${DEFAULT-VALUE}).")
  private int rounds = 7;

  @Option(
      names = "--stored",
      paramLabel = "POLICY",
      description = {
        "Instead: Paceline's tables in a folder, all blocks in the buffer pool, scanned under a",
        "policy, beside the same tables in memory."
      })
  private @Nullable String storedPolicy;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes all times into a file.")
  private @Nullable Path json;

  @Option(names = "--smoke", description = "One quick run at a small scale: does it work?")
  private boolean smoke;

  /** What to run. */
  abstract List<QuerySuite> suites();

  @Override
  public Integer call() throws SQLException, IOException {
    if (smoke) {
      scale = SMOKE_SCALE;
      warmups = 0;
      rounds = 1;
    }
    if (rounds < 1 || warmups < 0 || threads.stream().anyMatch(count -> count < 1)) {
      throw new PacelineException(
          INVALID_ARGUMENT, "--rounds and --threads are at least 1, --warmups at least 0");
    }
    List<SuiteReport> reports = new ArrayList<>();
    for (QuerySuite suite : suites()) {
      reports.add(run(suite));
    }
    if (json != null) {
      Files.write(json, SuiteReport.toJson(reports));
    }
    return reports.stream().allMatch(SuiteReport::isComplete) ? 0 : 1;
  }

  private SuiteReport run(QuerySuite suite) throws SQLException, IOException {
    SuiteBenchmark benchmark =
        new SuiteBenchmark(
            suite,
            scale,
            select(suite, scale, queries),
            warmups,
            rounds,
            cacheFolder(),
            Console.system());
    return storedPolicy == null
        ? benchmark.run(threads, peer)
        : benchmark.runStored(threads, storedPolicy);
  }

  /**
   * Queries of a suite by their names.
   *
   * @param names null for all
   */
  static List<Query> select(QuerySuite suite, double scale, @Nullable List<String> names) {
    List<Query> all = suite.queries(scale);
    if (names == null) {
      return all;
    }
    Map<String, Query> byName = new LinkedHashMap<>();
    all.forEach(query -> byName.put(query.name(), query));
    List<Query> selected = new ArrayList<>();
    for (String name : names) {
      Query query = byName.get(name);
      if (query == null) {
        throw new PacelineException(
            INVALID_ARGUMENT,
            "%s has the queries %s, not %s"
                .formatted(suite.dataSet().title(), String.join(", ", byName.keySet()), name));
      }
      selected.add(query);
    }
    return selected;
  }

  /** Where databases stay between runs. */
  static Path cacheFolder() {
    return Path.of(
        System.getProperty("java.io.tmpdir"), "paceline-bench-" + System.getProperty("user.name"));
  }
}
