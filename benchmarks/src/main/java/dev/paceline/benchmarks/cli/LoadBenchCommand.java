package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.load.LoadBenchmark;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code paceline bench load}: how fast rows become tables. */
@Command(
    name = "load",
    description = {
      "Loads the tables of TPC-H from batches in memory, and into DuckDB from Parquet and text",
      "files, by turns, each into a new database in memory."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class LoadBenchCommand implements Callable<Integer> {
  @Mixin private final MeasurementOptions measurement = new MeasurementOptions();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "Threads of either product (default: ${DEFAULT-VALUE}).")
  private int threads = 2;

  @Override
  public Integer call() throws SQLException, IOException {
    if (threads < 1) {
      throw new PacelineException(INVALID_ARGUMENT, "--threads is at least 1");
    }
    measurement.write(
        new LoadBenchmark(measurement.scale(), threads, measurement.repetitions(), Console.system())
            .run(SuiteBenchCommand.cacheFolder())
            .toJson());
    return 0;
  }
}
