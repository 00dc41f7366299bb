package dev.paceline.benchmarks.bounds;

import static dev.paceline.core.error.ErrorCode.NOT_SUPPORTED;

import dev.paceline.benchmarks.frame.QueryChoice;
import dev.paceline.benchmarks.frame.Report;
import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.benchmarks.frame.TurnsBenchmarkCommand;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.kernel.tier.SimdSupport;
import dev.paceline.storage.table.Database;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code paceline bench bounds}: queries of TPC-H as programs written by hand and as SQL, by turns,
 * on the same blocks in the same buffer pool. The answers are compared first.
 */
@Command(
    name = "bounds",
    description = {
      "Runs queries of TPC-H in SQL and as programs written by hand, on the same blocks, by turns.",
      "--threads are SQL's; programs have one. \"MB\" are the blocks that a query needs,"
          + " \"reading\"",
      "is the time that this machine takes to read them."
    })
public final class BoundBenchmark extends TurnsBenchmarkCommand {
  /** The most time that SQL should take, as a multiple of the hand-written program. */
  private static final double GOAL = 2;

  private static final double MEGABYTE = 1e6;
  private static final double GIGABYTE = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  @Mixin private final QueryChoice queries = new QueryChoice();

  /** Sets the defaults of the options. */
  public BoundBenchmark() {
    super(1);
  }

  @Override
  protected void run() throws SQLException, IOException {
    if (!SimdSupport.loadModule()) {
      throw new PacelineException(NOT_SUPPORTED, "hand-written queries need the Vector API");
    }
    List<Query> chosen = queries.of(BoundQuery.VALIDATION.stream().map(BoundQuery::query).toList());
    try (Connection connection =
        DriverManager.getConnection(databases(new TpchSuite()).url(threads()))) {
      Database database = connection.unwrap(Session.class).instance().database();
      double bandwidth = ReadBandwidth.bytesPerSecond(database.ledger());
      put("readBytesPerSecond", bandwidth);
      List<BoundTimes> all = list("queries");
      say(
          "%s, milliseconds; reading %.1f GB/s",
          headlineOfMedians(new TpchSuite()), bandwidth / GIGABYTE);
      table(
          "query %-6s; by hand %10.2f; SQL %10.2f; ratio %8.2f; CPU hand %10.2f; CPU SQL %10.2f;"
              + " ratio %8.2f; MB %8.1f; reading %8.2f");
      for (BoundQuery query : BoundQuery.VALIDATION) {
        if (chosen.contains(query.query())) {
          try {
            BoundTimes times = measure(query, database, connection, bandwidth);
            all.add(times);
            print(times);
          } catch (PacelineException e) {
            report().fail("%-6s".formatted(query.query().label()), String.valueOf(e.getMessage()));
          }
        }
      }
      end(all);
    }
  }

  private BoundTimes measure(
      BoundQuery byHand, Database database, Connection connection, double bandwidth)
      throws SQLException {
    Query query = byHand.query();
    long bytes;
    try (BlockReader reader = new BlockReader(database)) {
      Answer.of(connection, query.sql()).requireSame(byHand.run(reader), query);
      bytes = reader.touchedBytes();
    }
    Contestant hand =
        () ->
            Timing.of(
                () -> {
                  try (BlockReader reader = new BlockReader(database)) {
                    byHand.run(reader);
                  }
                });
    List<Runs> runs = turns(List.of(hand, Contestant.query(connection, query))).run();
    double readMillis = bytes / bandwidth * MILLIS_PER_SECOND;
    return new BoundTimes(query.label(), runs.getFirst(), runs.getLast(), bytes, readMillis);
  }

  private void print(BoundTimes times) {
    row(
        times.query(),
        times.hand().millis(),
        times.sql().millis(),
        times.ratio(),
        times.hand().cpuMillis(),
        times.sql().cpuMillis(),
        times.cpuRatio(),
        times.bytes() / MEGABYTE,
        times.readMillis(),
        times.cpuRatio() > GOAL ? " above " + Report.number(GOAL) : "");
  }

  private void end(List<BoundTimes> all) {
    row(
        "total",
        Statistics.sum(all, times -> times.hand().millis()),
        Statistics.sum(all, times -> times.sql().millis()),
        null,
        Statistics.sum(all, times -> times.hand().cpuMillis()),
        Statistics.sum(all, times -> times.sql().cpuMillis()));
    say(
        "geometric mean of the CPU ratios %.2f",
        Statistics.geometricMean(all, BoundTimes::cpuRatio));
  }
}
