package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.concurrent.ConcurrentBenchmark;
import dev.paceline.benchmarks.suite.SsbSuite;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code paceline bench concurrent}: many queries at once. */
@Command(
    name = "concurrent",
    description = {
      "Lets clients ask the queries of the Star Schema Benchmark all at the same time, in Paceline",
      "and in DuckDB by turns, until the last has its answer."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class ConcurrentBenchCommand implements Callable<Integer> {
  @Mixin private final MeasurementOptions measurement = new MeasurementOptions();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "Worker threads of either product (default: ${DEFAULT-VALUE}).")
  private int threads = 2;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "13",
      description = "Clients, each with a connection (default: ${DEFAULT-VALUE}).")
  private int clients = 13;

  @Override
  public Integer call() throws SQLException, IOException {
    if (threads < 1 || clients < 1) {
      throw new PacelineException(INVALID_ARGUMENT, "--threads and --clients are at least 1");
    }
    ConcurrentBenchmark.Settings settings =
        new ConcurrentBenchmark.Settings(
            new SsbSuite(), measurement.scale(), threads, clients, measurement.repetitions());
    measurement.write(
        new ConcurrentBenchmark(settings, Console.system())
            .run(SuiteBenchCommand.cacheFolder())
            .toJson());
    return 0;
  }
}
