package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.policies.AdmissionBenchmark;
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
      description = "Real workers (default: ${DEFAULT-VALUE}).")
  private int threads = 2;

  @Option(
      names = "--virtual",
      paramLabel = "N",
      defaultValue = "20",
      description = "Virtual workers (default: ${DEFAULT-VALUE}).")
  private int virtual = 20;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Writes charts of shares over time, PNG and SVG, and admission.json.")
  private @Nullable Path folder;

  @Option(names = "--smoke", description = "One quick run at a small scale: does it work?")
  private boolean smoke;

  @Override
  public Integer call() throws SQLException, IOException {
    System.setProperty("java.awt.headless", "true");
    if (threads < 1 || virtual < 1) {
      throw new PacelineException(INVALID_ARGUMENT, "--threads and --virtual are at least 1");
    }
    if (folder != null) {
      Files.createDirectories(folder);
    }
    AdmissionBenchmark.Settings settings =
        new AdmissionBenchmark.Settings(smoke ? SMOKE_SCALE : scale, threads, virtual);
    new AdmissionBenchmark(settings, folder, Console.system()).run();
    return 0;
  }
}
