package dev.paceline.benchmarks.scheduler;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.PrintStream;
import java.util.Collection;
import java.util.Locale;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link SchedulerBenchmark} under every policy, and prints a table. */
public final class SchedulerBenchmarks {
  private SchedulerBenchmarks() {}

  /**
   * @param smoke whether to run everything once only, in this process, on little data
   * @return how many figures there are
   */
  public static int run(boolean smoke, PrintStream out) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + SchedulerBenchmark.class.getName() + "\\.")
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true);
    if (smoke) {
      options
          .forks(0)
          .mode(Mode.SingleShotTime)
          .warmupIterations(0)
          .measurementIterations(1)
          .param("chunks", "20");
    }
    Collection<RunResult> results;
    try {
      results = new Runner(options.build()).run();
    } catch (RunnerException e) {
      throw new PacelineException(ErrorCode.INTERNAL_ERROR, String.valueOf(e.getMessage()), e);
    }
    out.println("64 scans; microseconds");
    out.printf(
        Locale.ROOT, "%-10s %8s %-14s %10s %10s%n", "policy", "chunks", "of", "mean", "best");
    for (RunResult result : results) {
      print(result, result.getPrimaryResult(), out);
      result.getSecondaryResults().values().forEach(other -> print(result, other, out));
    }
    return results.size();
  }

  private static void print(RunResult run, Result<?> result, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "%-10s %8s %-14s %10.2f %10.2f%n",
        run.getParams().getParam("policy").toLowerCase(Locale.ROOT),
        run.getParams().getParam("chunks"),
        result.getLabel(),
        result.getScore() / 1e3,
        result.getStatistics().getMin() / 1e3);
  }
}
