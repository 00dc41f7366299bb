package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.policies.AdmissionBenchmark;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code paceline bench admission}: who stops when memory is for fewer queries than there are. */
@Command(
    name = "admission",
    description = {
      "Runs six queries of the Star Schema Benchmark in memory for six; two more important ones",
      "come. Tells who was suspended for them and when; then the same with virtual workers."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class AdmissionBenchCommand implements Callable<Integer> {

  @Mixin private final ExperimentOptions experiment = new ExperimentOptions();

  @Option(
      names = "--virtual",
      paramLabel = "N",
      defaultValue = "20",
      description = "Virtual workers (default: ${DEFAULT-VALUE}).")
  private int virtual = 20;

  @Override
  public Integer call() throws SQLException, IOException {
    if (virtual < 1) {
      throw new PacelineException(INVALID_ARGUMENT, "--virtual is at least 1");
    }
    AdmissionBenchmark.Settings settings =
        new AdmissionBenchmark.Settings(experiment.scale(), experiment.threads(), virtual);
    new AdmissionBenchmark(settings, experiment.folder(), Console.system()).run();
    return 0;
  }
}
