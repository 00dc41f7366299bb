package dev.paceline.benchmarks.frame;

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
import picocli.CommandLine.Option;

/** A benchmark that JMH runs. */
public abstract class JmhBenchmarkCommand extends BenchmarkCommand {
  @Option(
      names = "--iterations",
      description = "Measured iterations (default: those that each benchmark declares).")
  private int iterations;

  /**
   * Measures the benchmarks of a class, in JVMs of their own as its annotations say, and silently.
   * With {@code --smoke} they run once in this JVM: their times mean nothing, but their results are
   * checked.
   *
   * @param parameters values of parameters, instead of those that the class declares
   */
  protected final Collection<RunResult> measure(
      Class<?> benchmark, Map<String, String[]> parameters) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(benchmark.getName()) + "\\.")
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true);
    if (iterations > 0) {
      options.measurementIterations(iterations);
    }
    if (isSmoke()) {
      options.forks(0).mode(Mode.SingleShotTime).warmupIterations(0).measurementIterations(1);
    }
    parameters.forEach(options::param);
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
