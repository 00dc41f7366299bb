package dev.paceline.benchmarks.jmh;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the benchmarks of a class by JMH, as their annotations say, and silently. */
public final class JmhRun {
  private JmhRun() {}

  /** Measures in processes of its own. */
  public static Collection<RunResult> measure(Class<?> benchmark) {
    return run(benchmark, options(benchmark));
  }

  /**
   * Runs everything once, in this process: the times mean nothing, but the results are checked.
   *
   * @param parameters that make it quick; those that a benchmark lacks do not matter
   */
  public static Collection<RunResult> smoke(Class<?> benchmark, Map<String, String> parameters) {
    ChainedOptionsBuilder options =
        options(benchmark)
            .forks(0)
            .mode(Mode.SingleShotTime)
            .warmupIterations(0)
            .measurementIterations(1);
    parameters.forEach(options::param);
    return run(benchmark, options);
  }

  private static ChainedOptionsBuilder options(Class<?> benchmark) {
    return new OptionsBuilder()
        .include("^" + Pattern.quote(benchmark.getName()) + "\\.")
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(true);
  }

  private static Collection<RunResult> run(Class<?> benchmark, ChainedOptionsBuilder options) {
    try {
      return new Runner(options.build()).run();
    } catch (RunnerException e) {
      throw new PacelineException(ErrorCode.INTERNAL_ERROR, failure(benchmark, e), e);
    }
  }

  private static String failure(Class<?> benchmark, RunnerException e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String suppressed =
        Arrays.stream(cause.getSuppressed())
            .map(Throwable::getMessage)
            .collect(Collectors.joining("; "));
    return benchmark.getSimpleName() + ": " + cause.getMessage() + suppressed;
  }
}
