package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.prediction.PredictionBenchmark;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code paceline bench prediction}: how well order times are foreseen. */
@Command(
    name = "prediction",
    description = {
      "Runs Q1.1 and Q4.1 of the Star Schema Benchmark on uniform and on skewed data, and tells"
          + " how",
      "far predictions of order times were off, by each model."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class PredictionBenchCommand implements Callable<Integer> {
  private static final double SMOKE_SCALE = 0.02;

  @Option(
      names = "--scale",
      paramLabel = "N",
      defaultValue = "1",
      description = "The scale factor (default: ${DEFAULT-VALUE}).")
  private double scale = 1;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "Worker threads (default: ${DEFAULT-VALUE}).")
  private int threads = 2;

  @Option(
      names = "--warmups",
      paramLabel = "N",
      defaultValue = "60",
      description = "Runs of each query that are not looked at (default: ${DEFAULT-VALUE}).")
  private int warmups = 60;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "20",
      description = "Runs of each query that are (default: ${DEFAULT-VALUE}).")
  private int rounds = 20;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Writes charts of errors over time into a folder, PNG and SVG.")
  private @Nullable Path folder;

  @Option(names = "--smoke", description = "One quick run at a small scale: does it work?")
  private boolean smoke;

  @Override
  public Integer call() throws SQLException, IOException {
    System.setProperty("java.awt.headless", "true");
    if (threads < 1 || warmups < 0 || rounds < 1) {
      throw new PacelineException(
          INVALID_ARGUMENT, "--threads and --rounds are at least 1, --warmups at least 0");
    }
    if (folder != null) {
      Files.createDirectories(folder);
    }
    PredictionBenchmark.Settings settings =
        smoke
            ? new PredictionBenchmark.Settings(SMOKE_SCALE, threads, 0, 1)
            : new PredictionBenchmark.Settings(scale, threads, warmups, rounds);
    new PredictionBenchmark(settings, folder, Console.system()).run();
    return 0;
  }
}
