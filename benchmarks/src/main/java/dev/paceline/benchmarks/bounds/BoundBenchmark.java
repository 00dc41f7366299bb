package dev.paceline.benchmarks.bounds;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;
import static dev.paceline.core.error.ErrorCode.NOT_SUPPORTED;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.benchmarks.suite.StoredTables;
import dev.paceline.benchmarks.suite.Timing;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.kernel.SimdSupport;
import dev.paceline.server.cli.Console;
import dev.paceline.storage.load.TpchQueries;
import dev.paceline.storage.table.Database;
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
 * Runs queries of TPC-H as programs written by hand and as SQL, by turns in one process, on the
 * same blocks in the same buffer pool. The answers are compared first.
 */
public final class BoundBenchmark {
  private final double scale;
  private final int threads;
  private final List<Integer> numbers;
  private final Repetitions repetitions;
  private final Console console;

  /**
   * A benchmark to run.
   *
   * @param threads workers of SQL; programs written by hand have one
   * @param numbers of queries; empty for all
   * @param repetitions of each query, besides the run whose answer is compared
   */
  public BoundBenchmark(
      double scale, int threads, List<Integer> numbers, Repetitions repetitions, Console console) {
    this.scale = scale;
    this.threads = threads;
    this.numbers = List.copyOf(numbers);
    this.repetitions = repetitions;
    this.console = console;
  }

  /**
   * Measures, and prints while it goes.
   *
   * @param cache folder for databases, which later runs find again
   */
  public BoundReport run(Path cache) throws SQLException, IOException {
    if (!SimdSupport.isEnabled()) {
      throw new PacelineException(NOT_SUPPORTED, "hand-written queries need the Vector API");
    }
    List<BoundQuery> queries =
        BoundQueries.VALIDATION.stream()
            .filter(query -> numbers.isEmpty() || numbers.contains(query.number()))
            .toList();
    if (queries.isEmpty()) {
      throw new PacelineException(
          INVALID_ARGUMENT, "hand-written are the queries 1, 6, 9, 13, 14, 17, 18 and 19 only");
    }
    Path folder = StoredTables.inFolder(new TpchSuite(), cache, scale, console);
    String url = "jdbc:paceline:" + folder + ";readOnly=true;workers=" + threads;
    try (Connection connection = DriverManager.getConnection(url)) {
      Database database = connection.unwrap(Session.class).instance().database();
      BoundReport report =
          new BoundReport(
              scale, threads, repetitions, ReadBandwidth.bytesPerSecond(database.ledger()));
      report.begin(console.out());
      for (BoundQuery query : queries) {
        report.add(measure(query, database, connection), console.out());
      }
      report.end(console.out());
      return report;
    }
  }

  private BoundTimes measure(BoundQuery query, Database database, Connection connection)
      throws SQLException {
    long bytes;
    try (BlockReader reader = new BlockReader(database)) {
      Answer byHand = query.run(reader);
      String difference =
          answer(connection, query.sql())
              .differenceFrom(byHand, TpchQueries.isTotallyOrdered(query.number()));
      if (difference != null) {
        return BoundTimes.failed(query.number(), "different answers: " + difference);
      }
      bytes = reader.touchedBytes();
    } catch (PacelineException e) {
      return BoundTimes.failed(query.number(), String.valueOf(e.getMessage()));
    }
    String text = query.sql();
    repetitions.warmUp(
        () -> {
          timeByHand(query, database);
          timeSql(text, connection);
        });
    List<Timing> byHand = new ArrayList<>();
    List<Timing> sql = new ArrayList<>();
    for (int i = 0; i < repetitions.rounds(); i++) {
      byHand.add(timeByHand(query, database));
      sql.add(timeSql(text, connection));
    }
    return new BoundTimes(query.number(), byHand, sql, bytes, null);
  }

  private static Answer answer(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return Answer.of(rows);
    }
  }

  private static Timing timeByHand(BoundQuery query, Database database) {
    return Timing.of(
        () -> {
          try (BlockReader reader = new BlockReader(database)) {
            query.run(reader);
          }
        });
  }

  private static Timing timeSql(String sql, Connection connection) throws SQLException {
    return Timing.of(() -> answer(connection, sql));
  }
}
