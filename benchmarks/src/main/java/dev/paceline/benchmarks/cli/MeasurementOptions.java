package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What all commands share that run queries by turns. */
final class MeasurementOptions {
  private static final double SMOKE_SCALE = 0.01;

  @Option(
      names = "--scale",
      paramLabel = "N",
      defaultValue = "1",
      description = "The scale factor (default: ${DEFAULT-VALUE}).")
  private double scale = 1;

  @Option(
      names = "--warmups",
      paramLabel = "N",
      defaultValue = "3",
      description = "Runs of each query before the measured ones (default: ${DEFAULT-VALUE}).")
  private int warmups = 3;

  @Option(
      names = "--warm-seconds",
      paramLabel = "N",
      defaultValue = "5",
      description = {
        "Seconds that each query runs before the measured runs, at least: the JIT takes that long",
        "(default: ${DEFAULT-VALUE})."
      })
  private double warmSeconds = 5;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "7",
      description = "Measured runs of each query (default: ${DEFAULT-VALUE}).")
  private int rounds = 7;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes all times into a file.")
  private @Nullable Path json;

  @Option(names = "--smoke", description = "One quick run at a small scale: does it work?")
  private boolean smoke;

  boolean isSmoke() {
    return smoke;
  }

  double scale() {
    return smoke ? SMOKE_SCALE : scale;
  }

  /**
   * How often to run.
   *
   * @throws PacelineException INVALID_ARGUMENT
   */
  Repetitions repetitions() {
    if (smoke) {
      return Repetitions.ONCE;
    }
    if (rounds < 1 || warmups < 0 || !(warmSeconds >= 0)) {
      throw new PacelineException(
          INVALID_ARGUMENT, "--rounds is at least 1, --warmups and --warm-seconds at least 0");
    }
    return new Repetitions(warmups, warmSeconds, rounds);
  }

  /** Writes a report where the user wants it. */
  void write(byte[] report) throws IOException {
    if (json != null) {
      Files.write(json, report);
    }
  }
}
