package dev.paceline.benchmarks.concurrent;

import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.benchmarks.suite.StoredTables;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.duckdb.DuckDBConnection;

/**
 * Clients that all ask at the same time, each its query of a suite, in Paceline and in DuckDB by
 * turns: how long until the last has its answer, with the same number of worker threads. Every
 * answer is compared first.
 */
public final class ConcurrentBenchmark {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Settings settings;
  private final Console console;

  /**
   * What to run.
   *
   * @param clients that ask at the same time; the queries go round
   * @param threads workers of either product
   */
  public record Settings(
      QuerySuite suite, double scale, int threads, int clients, Repetitions repetitions) {}

  public ConcurrentBenchmark(Settings settings, Console console) {
    this.settings = settings;
    this.console = console;
  }

  /**
   * Measures, and prints the result.
   *
   * @param cache folder for databases, which later runs find again
   */
  public ConcurrentTimes run(Path cache) throws SQLException, IOException {
    List<Query> all = settings.suite().queries(settings.scale());
    List<Query> queries = new ArrayList<>();
    for (int i = 0; i < settings.clients(); i++) {
      queries.add(all.get(i % all.size()));
    }
    Path folder = StoredTables.inFolder(settings.suite(), cache, settings.scale(), console);
    String url = "jdbc:paceline:" + folder + ";readOnly=true;workers=" + settings.threads();
    try (Connection duckDb = DuckDbTables.inFile(settings.suite(), cache, settings.scale());
        Statement statement = duckDb.createStatement()) {
      statement.execute("set threads = " + settings.threads());
      DuckDBConnection shared = duckDb.unwrap(DuckDBConnection.class);
      try (Clients ours = new Clients(queries, () -> DriverManager.getConnection(url));
          Clients theirs = new Clients(queries, shared::duplicate)) {
        compare(queries, ours, theirs);
        ConcurrentTimes times = measure(ours, theirs);
        print(times);
        return times;
      }
    }
  }

  private static void compare(List<Query> queries, Clients ours, Clients theirs)
      throws SQLException {
    for (int i = 0; i < queries.size(); i++) {
      Query query = queries.get(i);
      String difference = ours.answer(i).differenceFrom(theirs.answer(i), query.isTotallyOrdered());
      if (difference != null) {
        throw PacelineException.internal(
            "Q" + query.name() + " has different answers: " + difference, null);
      }
    }
  }

  private ConcurrentTimes measure(Clients ours, Clients theirs) throws SQLException {
    settings
        .repetitions()
        .warmUp(
            () -> {
              ours.runAll();
              theirs.runAll();
            });
    List<Long> ourNanos = new ArrayList<>();
    List<Long> theirNanos = new ArrayList<>();
    for (int round = 0; round < settings.repetitions().rounds(); round++) {
      ourNanos.add(ours.runAll());
      theirNanos.add(theirs.runAll());
    }
    return new ConcurrentTimes(settings, ourNanos, theirNanos);
  }

  private void print(ConcurrentTimes times) {
    console
        .out()
        .println(
            Text.format(
                "%s scale %s, %d clients at once, %d threads, medians of %d rounds",
                settings.suite().dataSet().title(),
                Text.number(settings.scale()),
                settings.clients(),
                settings.threads(),
                settings.repetitions().rounds()));
    double ours = median(times.ourNanos());
    double theirs = median(times.theirNanos());
    print("paceline", ours);
    print("duckdb", theirs);
    console.out().println(Text.format("ratio of queries a second %.2f", theirs / ours));
    console.out().flush();
  }

  private void print(String product, double nanos) {
    console
        .out()
        .println(
            Text.format(
                "%-10s %10.1f ms until the last answer %10.1f queries a second",
                product, nanos / 1e6, settings.clients() * NANOS_PER_SECOND / nanos));
  }

  private static double median(List<Long> nanos) {
    List<Long> sorted = new ArrayList<>(nanos);
    Collections.sort(sorted);
    return (sorted.get(sorted.size() / 2) + sorted.get((sorted.size() - 1) / 2)) / 2.0;
  }
}
