package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.prediction.PredictionBenchmark;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code paceline bench prediction}: how well order times are foreseen. */
@Command(
    name = "prediction",
    description = {
      "Runs Q1.1 and Q4.1 of the Star Schema Benchmark on uniform and on skewed data, and",
      "tells how far predictions of order times were off, by each model."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class PredictionBenchCommand implements Callable<Integer> {
  @Mixin private final ExperimentOptions experiment = new ExperimentOptions();

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

  @Override
  public Integer call() throws SQLException, IOException {
    if (warmups < 0 || rounds < 1) {
      throw new PacelineException(INVALID_ARGUMENT, "--rounds is at least 1, --warmups at least 0");
    }
    PredictionBenchmark.Settings settings =
        new PredictionBenchmark.Settings(
            experiment.scale(),
            experiment.threads(),
            experiment.isSmoke() ? 0 : warmups,
            experiment.isSmoke() ? 1 : rounds);
    new PredictionBenchmark(settings, experiment.folder(), Console.system()).run();
    return 0;
  }
}
