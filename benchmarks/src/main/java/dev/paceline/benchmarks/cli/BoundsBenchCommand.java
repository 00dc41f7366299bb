package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.bounds.BoundBenchmark;
import dev.paceline.benchmarks.bounds.BoundReport;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code paceline bench bounds}: SQL beside programs that are written by hand. */
@Command(
    name = "bounds",
    description = {
      "Runs queries of TPC-H in SQL and as programs written by hand, on the same blocks, by turns.",
      "\"MB\" are the blocks that a query needs, \"reading\" is what this machine takes to read"
          + " them."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class BoundsBenchCommand implements Callable<Integer> {
  @Mixin private final MeasurementOptions measurement = new MeasurementOptions();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Worker threads of SQL; programs have one (default: ${DEFAULT-VALUE}).")
  private int threads = 1;

  @Option(
      names = "--queries",
      paramLabel = "N",
      split = ",",
      description = "Numbers of the queries to run: 1, 6, 9, 13, 14, 17, 18, 19 (default: all).")
  private List<Integer> queries = List.of();

  @Override
  public Integer call() throws SQLException, IOException {
    if (threads < 1) {
      throw new PacelineException(INVALID_ARGUMENT, "--threads is at least 1");
    }
    BoundReport report =
        new BoundBenchmark(
                measurement.scale(), threads, queries, measurement.repetitions(), Console.system())
            .run(SuiteBenchCommand.cacheFolder());
    measurement.write(report.toJson());
    return report.isComplete() ? 0 : 1;
  }
}
