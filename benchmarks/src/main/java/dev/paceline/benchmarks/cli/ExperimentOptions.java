package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What all commands share that let queries meet on some workers, and draw what happens. */
final class ExperimentOptions {
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
      names = "--out",
      paramLabel = "DIR",
      description = "Writes charts, PNG and SVG, and what else there is into a folder.")
  private @Nullable Path folder;

  @Option(names = "--smoke", description = "One quick run at a small scale: does it work?")
  private boolean smoke;

  boolean isSmoke() {
    return smoke;
  }

  double scale() {
    return smoke ? SMOKE_SCALE : scale;
  }

  /**
   * How many workers to have.
   *
   * @throws PacelineException INVALID_ARGUMENT
   */
  int threads() {
    if (threads < 1) {
      throw new PacelineException(INVALID_ARGUMENT, "--threads is at least 1");
    }
    return threads;
  }

  /** Where to write, made if need be; null for nowhere. */
  @Nullable Path folder() throws IOException {
    System.setProperty("java.awt.headless", "true");
    if (folder != null) {
      Files.createDirectories(folder);
    }
    return folder;
  }
}
