package dev.paceline.benchmarks.first;

import dev.paceline.benchmarks.frame.AtLeast;
import dev.paceline.benchmarks.frame.DataBenchmarkCommand;
import dev.paceline.benchmarks.frame.FreshJvm;
import dev.paceline.benchmarks.frame.QueryChoice;
import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code paceline bench first}: processes that open a database, run statements once and end, beside
 * DuckDB in its JDBC driver in such processes, by turns.
 */
@Command(
    name = "first",
    description = {
      "Runs 'select 1', queries of TPC-H and all 22 of them, each once in a fresh JVM, beside"
          + " DuckDB",
      "through JDBC in a fresh JVM, and tells the time and the CPU time of these processes."
    })
public final class FirstBenchmark extends DataBenchmarkCommand {
  @Mixin private final QueryChoice queries = new QueryChoice("6", "1", "3", "9", "13", "18");

  @Option(names = "--rounds", description = "Processes of each kind.")
  @AtLeast(1)
  private int rounds = 5;

  /** Sets the defaults of the options. */
  public FirstBenchmark() {
    super(1, 0.01, Runtime.getRuntime().availableProcessors());
  }

  /** Figures of one case; medians. */
  record FirstFigures(
      String name, Timing paceline, Timing duckDb, CompiledCode compiled, double ratio) {}

  @Override
  protected void shrink() {
    super.shrink();
    rounds = 1;
  }

  @Override
  protected void run() throws SQLException, IOException {
    SuiteDatabases databases = databases(new TpchSuite());
    String url = databases.url(threads());
    String peerUrl = "jdbc:duckdb:" + databases.duckDbFile();
    say("%s: fresh processes, medians of %d", headline(databases.suite()), rounds);
    table(
        "statements %-10s; ms %8.0f; CPU ms %8.0f; DuckDB ms %8.0f; CPU ms %8.0f; ratio %6.2f;"
            + " methods %8d; KB of code %8.0f");
    List<FirstFigures> figures = list("cases");
    String memory = "jdbc:paceline:mem:;workers=" + threads();
    measure("select 1", List.of("select 1"), memory, "jdbc:duckdb:", figures);
    List<Query> chosen = queries.of(databases.suite(), scale());
    for (Query query : chosen) {
      measure(query.label(), List.of(query.sql()), url, peerUrl, figures);
    }
    List<Query> together = isSmoke() ? chosen : databases.suite().queries(scale());
    List<String> all = together.stream().map(Query::sql).toList();
    measure("all " + all.size(), all, url, peerUrl, figures);
  }

  private void measure(
      String name, List<String> statements, String url, String peerUrl, List<FirstFigures> figures)
      throws IOException {
    List<String> theirs = new ArrayList<>(List.of("set threads = " + threads()));
    theirs.addAll(statements);
    List<Timing> own = new ArrayList<>();
    List<Timing> peer = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      own.add(process(url, statements));
      peer.add(process(peerUrl, theirs));
    }
    Timing paceline = median(own);
    Timing duckDb = median(peer);
    CompiledCode compiled =
        CompiledCode.of(FreshJvm.run(CompiledCode.OPTIONS, url, 0, statements).lines());
    double ratio = (double) paceline.nanos() / duckDb.nanos();
    figures.add(new FirstFigures(name, paceline, duckDb, compiled, ratio));
    row(
        name,
        Timing.millis(paceline.nanos()),
        Timing.millis(paceline.cpuNanos()),
        Timing.millis(duckDb.nanos()),
        Timing.millis(duckDb.cpuNanos()),
        ratio,
        compiled.methods(),
        compiled.bytes() / 1024.0);
  }

  private static Timing process(String url, List<String> statements) throws IOException {
    FreshJvm run = FreshJvm.run(List.of(), url, 0, statements);
    return new Timing(run.nanos(), Long.parseLong(run.lines().getLast()));
  }

  private static Timing median(List<Timing> processes) {
    return new Timing(
        (long) Statistics.median(processes, Timing::nanos),
        (long) Statistics.median(processes, Timing::cpuNanos));
  }
}
