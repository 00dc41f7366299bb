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
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs suites beside a peer, one after the other; subclasses name them. */
abstract class SuiteBenchCommand implements Callable<Integer> {
  @Mixin private final MeasurementOptions measurement = new MeasurementOptions();

  @Option(
      names = "--threads",
      paramLabel = "N",
      split = ",",
      defaultValue = "1",
      description = "Threads of either product, one series for each (default: ${DEFAULT-VALUE}).")
  private List<Integer> threads = List.of(1);

  @Option(
      names = "--queries",
      paramLabel = "NAME",
      split = ",",
      description = "Names of the queries to run, or of families of them (default: all).")
  private @Nullable List<String> queries;

  @Option(
      names = "--peer",
      paramLabel = "PEER",
      defaultValue = "duckdb-file",
      description = "What to compare with: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Peer peer = Peer.DUCKDB_FILE;

  @Option(
      names = "--stored",
      paramLabel = "POLICY",
      description = {
        "Instead: Paceline's tables in a folder, all blocks in the buffer pool, scanned under a",
        "policy, beside the same tables in memory."
      })
  private @Nullable String storedPolicy;

  /** What to run. */
  abstract List<QuerySuite> suites();

  /** Prints what is to be said of all series of a report together. */
  void conclude(SuiteReport report, PrintStream out) {}

  @Override
  public Integer call() throws SQLException, IOException {
    if (threads.stream().anyMatch(count -> count < 1)) {
      throw new PacelineException(INVALID_ARGUMENT, "--threads is at least 1");
    }
    List<SuiteReport> reports = new ArrayList<>();
    for (QuerySuite suite : suites()) {
      reports.add(run(suite));
    }
    measurement.write(SuiteReport.toJson(reports));
    return reports.stream().allMatch(SuiteReport::isComplete) ? 0 : 1;
  }

  private SuiteReport run(QuerySuite suite) throws SQLException, IOException {
    SuiteBenchmark benchmark =
        new SuiteBenchmark(
            suite,
            measurement.scale(),
            select(suite, measurement.scale(), queries),
            measurement.repetitions(),
            cacheFolder(),
            Console.system());
    SuiteReport report =
        storedPolicy == null
            ? benchmark.run(threads, peer)
            : benchmark.runStored(threads, storedPolicy);
    conclude(report, Console.system().out());
    return report;
  }

  /**
   * Queries of a suite by their names: {@code sort-text}, or {@code sort} for all whose names begin
   * with {@code sort-}.
   *
   * @param names null for all
   */
  static List<Query> select(QuerySuite suite, double scale, @Nullable List<String> names) {
    List<Query> all = suite.queries(scale);
    if (names == null) {
      return all;
    }
    List<Query> selected = new ArrayList<>();
    for (String name : names) {
      List<Query> family =
          all.stream()
              .filter(query -> query.name().equals(name) || query.name().startsWith(name + "-"))
              .toList();
      if (family.isEmpty()) {
        throw new PacelineException(
            INVALID_ARGUMENT,
            "bench %s has the queries %s, not %s"
                .formatted(
                    suite.name(), String.join(", ", all.stream().map(Query::name).toList()), name));
      }
      selected.addAll(family);
    }
    return selected;
  }

  /** Where databases stay between runs. */
  static Path cacheFolder() {
    return Path.of(
        System.getProperty("java.io.tmpdir"), "paceline-bench-" + System.getProperty("user.name"));
  }
}
