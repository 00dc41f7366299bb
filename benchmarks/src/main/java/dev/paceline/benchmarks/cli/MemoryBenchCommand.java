package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.memory.MemoryBenchmark;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code paceline bench memory}: TPC-H with parts of the memory that it takes. */
@Command(
    name = "memory",
    description = {
      "Runs queries of TPC-H with all the memory that they want and with parts of it, by turns,",
      "and DuckDB under the same limits. A ratio above 1 is what the limit costs."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class MemoryBenchCommand implements Callable<Integer> {
  @Mixin private final MeasurementOptions measurement = new MeasurementOptions();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "Threads of either product (default: ${DEFAULT-VALUE}).")
  private int threads = 2;

  @Option(
      names = "--queries",
      paramLabel = "N",
      split = ",",
      defaultValue = "9,18,21",
      description = "Numbers of the queries to run (default: ${DEFAULT-VALUE}).")
  private List<String> queries = List.of();

  @Option(
      names = "--parts",
      paramLabel = "N",
      split = ",",
      defaultValue = "2,4",
      description = "What to divide a query's memory by (default: ${DEFAULT-VALUE}).")
  private List<Integer> parts = List.of();

  @Override
  public Integer call() throws SQLException, IOException {
    if (threads < 1 || parts.stream().anyMatch(part -> part < 1)) {
      throw new PacelineException(INVALID_ARGUMENT, "--threads and --parts are at least 1");
    }
    QuerySuite suite = new TpchSuite();
    double scale = measurement.scale();
    MemoryBenchmark.Settings settings =
        new MemoryBenchmark.Settings(
            suite,
            scale,
            threads,
            SuiteBenchCommand.select(suite, scale, queries),
            parts,
            measurement.repetitions());
    measurement.write(
        new MemoryBenchmark(settings, Console.system())
            .run(SuiteBenchCommand.cacheFolder())
            .toJson());
    return 0;
  }
}
