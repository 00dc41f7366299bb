package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.benchmarks.warmup.WarmUpBenchmark;
import dev.paceline.benchmarks.warmup.WarmUpCurve;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code paceline bench warmup}: how long the JVM takes to make a query fast. */
@Command(
    name = "warmup",
    description = {
      "Runs each query of TPC-H over and over in a JVM of its own, and tells the first time, the",
      "peak, and when 90 % of the peak's speed were reached."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class WarmUpBenchCommand implements Callable<Integer> {
  @Option(
      names = "--scale",
      paramLabel = "N",
      defaultValue = "1",
      description = "The scale factor (default: ${DEFAULT-VALUE}).")
  private double scale = 1;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Worker threads (default: ${DEFAULT-VALUE}).")
  private int threads = 1;

  @Option(
      names = "--queries",
      paramLabel = "N",
      split = ",",
      description = "Numbers of the queries to run (default: all).")
  private @Nullable List<String> queries;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "30",
      description = "Seconds that each query runs (default: ${DEFAULT-VALUE}).")
  private double seconds = 30;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes all times into a file.")
  private @Nullable Path json;

  @Override
  public Integer call() throws SQLException, IOException {
    if (threads < 1 || !(seconds > 0)) {
      throw new PacelineException(
          INVALID_ARGUMENT, "--threads is at least 1, --seconds more than 0");
    }
    TpchSuite suite = new TpchSuite();
    WarmUpBenchmark benchmark =
        new WarmUpBenchmark(suite, scale, threads, seconds, Console.system());
    List<WarmUpCurve> curves =
        benchmark.run(
            SuiteBenchCommand.select(suite, scale, queries), SuiteBenchCommand.cacheFolder());
    if (json != null) {
      Files.write(json, benchmark.toJson(curves));
    }
    return 0;
  }
}
