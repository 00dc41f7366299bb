package dev.paceline.benchmarks.frame;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.core.error.PacelineException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** A benchmark on the generated tables of a suite. */
public abstract class DataBenchmarkCommand extends BenchmarkCommand {
  @Option(names = "--scale", description = "The scale factor of the tables.")
  private double scale;

  @Option(
      names = "--threads",
      split = ",",
      description =
          "Worker threads; comparisons of suites take several numbers, one series for each.")
  @AtLeast(1)
  private List<Integer> threads;

  @Option(names = "--cache", description = "Where databases are kept for later runs.")
  private Path cache =
      Path.of(
          System.getProperty("java.io.tmpdir"),
          "paceline-bench-" + System.getProperty("user.name"));

  private final double smokeScale;

  /**
   * Sets the defaults of options.
   *
   * @param smokeScale the scale factor of {@code --smoke}
   */
  protected DataBenchmarkCommand(double scale, double smokeScale, int threads) {
    this.scale = scale;
    this.smokeScale = smokeScale;
    this.threads = List.of(threads);
  }

  @Override
  protected void shrink() {
    scale = smokeScale;
  }

  protected final double scale() {
    return scale;
  }

  /** Returns the number of worker threads, for a command that takes one. */
  protected final int threads() {
    if (threadCounts().size() > 1) {
      throw new PacelineException(INVALID_ARGUMENT, "this benchmark takes one number of --threads");
    }
    return threads.getFirst();
  }

  /** Returns the numbers of worker threads. */
  protected final List<Integer> threadCounts() {
    return threads;
  }

  /** Returns what a report says first, such as "TPC-H scale 1, threads 2". */
  protected final String headline(QuerySuite suite) {
    return "%s scale %s, threads %d"
        .formatted(suite.dataSet().title(), Report.number(scale), threads());
  }

  /** Returns the databases with the tables of a suite at the scale of this run. */
  protected final SuiteDatabases databases(QuerySuite suite) {
    return new SuiteDatabases(suite, scale, cache, console());
  }
}
