package dev.paceline.benchmarks.warmup;

import dev.paceline.benchmarks.frame.AtLeast;
import dev.paceline.benchmarks.frame.DataBenchmarkCommand;
import dev.paceline.benchmarks.frame.FreshJvm;
import dev.paceline.benchmarks.frame.QueryChoice;
import dev.paceline.benchmarks.frame.Report;
import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code paceline bench warmup}: runs queries over and over, each in a JVM of its own that is
 * started as this one was, and reports how long they took until they were fast.
 */
@Command(
    name = "warmup",
    description = {
      "Runs each query of TPC-H over and over in a JVM of its own, and tells the first time, the",
      "peak, and when 90 % of the peak's speed were reached."
    })
public final class WarmUpBenchmark extends DataBenchmarkCommand {
  @Mixin private final QueryChoice queries = new QueryChoice();

  @Option(names = "--seconds", description = "Seconds that each query runs.")
  @AtLeast(0.001)
  private double seconds = 30;

  /** Sets the defaults of the options. */
  public WarmUpBenchmark() {
    super(1, 0.01, 1);
  }

  @Override
  protected void shrink() {
    super.shrink();
    seconds = 0.1;
  }

  @Override
  protected void run() throws SQLException, IOException {
    SuiteDatabases databases = databases(new TpchSuite());
    List<Query> chosen = queries.of(databases.suite(), scale());
    String url = databases.url(threads());
    say(
        "%s: %s seconds of each query in a JVM of its own",
        headline(databases.suite()), Report.number(seconds));
    table(
        "query %-6s; first ms %10.0f; peak ms %10.1f; runs %10d; 90 % at s %10.1f; runs to it"
            + " %10d");
    List<WarmUpCurve> curves = list("queries");
    for (Query query : chosen) {
      WarmUpCurve curve = new WarmUpCurve(query.label(), times(url, query.sql()));
      curves.add(curve);
      row(
          curve.query(),
          Timing.millis(curve.nanos().getFirst()),
          Timing.millis(curve.peakNanos()),
          curve.nanos().size(),
          Timing.seconds(curve.nanosBeforePeak()),
          curve.runsBeforePeak());
    }
  }

  private List<Long> times(String url, String sql) throws IOException {
    List<String> lines = FreshJvm.run(List.of(), url, seconds, List.of(sql)).lines();
    return lines.subList(0, lines.size() - 1).stream().map(Long::valueOf).toList();
  }
}
