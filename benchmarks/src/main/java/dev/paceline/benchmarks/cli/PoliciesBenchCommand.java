package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.policies.Experiment;
import dev.paceline.benchmarks.policies.PolicyBenchmark;
import dev.paceline.benchmarks.suite.SsbSuite;
import dev.paceline.benchmarks.suite.StoredTables;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code paceline bench policies}: how queries share the workers. */
@Command(
    name = "policies",
    description = {
      "Lets users of the Star Schema Benchmark share the workers under each scheduling policy, and",
      "tells how much each gets over what it is due (1 is just); then the same with virtual"
          + " workers."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class PoliciesBenchCommand implements Callable<Integer> {
  private static final double SMOKE_SECONDS = 0.3;

  @Mixin private final ExperimentOptions experiment = new ExperimentOptions();

  @Option(
      names = "--virtual",
      paramLabel = "N",
      defaultValue = "40",
      description = "Virtual workers (default: ${DEFAULT-VALUE}).")
  private int virtual = 40;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "How long each experiment lasts under each policy (default: ${DEFAULT-VALUE}).")
  private double seconds = 10;

  @Option(
      names = "--experiments",
      paramLabel = "NAME",
      split = ",",
      description = "Of learning, fair, proportional, urgency (default: all).")
  private @Nullable List<String> experiments;

  @Option(
      names = "--pool",
      paramLabel = "MB",
      defaultValue = "0",
      description =
          "Reads the tables from a folder, made on first use, through a buffer of so many megabytes"
              + " (default: tables in memory).")
  private int poolMegabytes = 0;

  @Override
  public Integer call() throws SQLException, IOException {
    if (virtual < 1 || !(seconds > 0) || poolMegabytes < 0) {
      throw new PacelineException(
          INVALID_ARGUMENT,
          "--virtual is at least 1, --seconds more than 0, --pool not less than 0");
    }
    Console console = Console.system();
    PolicyBenchmark.Settings settings =
        new PolicyBenchmark.Settings(
            experiment.scale(),
            experiment.threads(),
            virtual,
            experiment.isSmoke() ? SMOKE_SECONDS : seconds,
            experiments == null ? Experiment.all() : Experiment.named(experiments),
            poolMegabytes == 0 ? null : tables(console),
            (long) poolMegabytes << 20);
    new PolicyBenchmark(settings, experiment.folder(), console).run();
    return 0;
  }

  private Path tables(Console console) throws SQLException, IOException {
    return StoredTables.inFolder(
        new SsbSuite(), SuiteBenchCommand.cacheFolder(), experiment.scale(), console);
  }
}
