package dev.paceline.benchmarks.concurrent;

import dev.paceline.benchmarks.frame.AtLeast;
import dev.paceline.benchmarks.frame.Connections;
import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.frame.TurnsBenchmarkCommand;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.SsbSuite;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.duckdb.DuckDBConnection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code paceline bench concurrent}: clients that all ask at the same time, each its query, in
 * Paceline and in DuckDB by turns, with the same number of worker threads.
 */
@Command(
    name = "concurrent",
    description = {
      "Lets clients ask the queries of the Star Schema Benchmark all at the same time, in Paceline",
      "and in DuckDB by turns, until the last one has its answer."
    })
public final class ConcurrentBenchmark extends TurnsBenchmarkCommand {
  private static final double MILLIS_PER_SECOND = 1e3;

  @Option(
      names = "--clients",
      description = "Clients, each with a connection; the queries go round.")
  @AtLeast(1)
  private int clients = 13;

  /** Sets the defaults of the options. */
  public ConcurrentBenchmark() {
    super(2);
  }

  @Override
  protected void run() throws SQLException, IOException {
    SuiteDatabases databases = databases(new SsbSuite());
    List<Query> all = databases.suite().queries(scale());
    List<Query> queries =
        IntStream.range(0, clients).mapToObj(i -> all.get(i % all.size())).toList();
    String url = databases.url(threads());
    Connections our = new Connections();
    Connections their = new Connections();
    try (Connection duckDb = databases.duckDb(threads());
        Clients ours = new Clients(queries, our);
        Clients theirs = new Clients(queries, their)) {
      for (int i = 0; i < clients; i++) {
        our.open(url);
        their.add(duckDb.unwrap(DuckDBConnection.class).duplicate());
        ours.answer(i).requireSame(theirs.answer(i), queries.get(i));
      }
      List<Runs> runs = turns(List.of(ours, theirs)).run();
      put("paceline", runs.getFirst());
      put("duckdb", runs.getLast());
      print(databases, runs.getFirst().millis(), runs.getLast().millis());
    }
  }

  private void print(SuiteDatabases databases, double ours, double theirs) {
    say("%s, %d clients at once", headlineOfMedians(databases.suite()), clients);
    print("paceline", ours);
    print("duckdb", theirs);
    say("ratio of queries a second %.2f", theirs / ours);
  }

  private void print(String product, double millis) {
    say(
        "%-10s %10.1f ms until the last answer %10.1f queries a second",
        product, millis, clients * MILLIS_PER_SECOND / millis);
  }
}
