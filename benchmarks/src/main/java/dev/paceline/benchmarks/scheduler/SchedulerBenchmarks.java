package dev.paceline.benchmarks.scheduler;

import dev.paceline.benchmarks.jmh.JmhRun;
import java.io.PrintStream;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** Runs {@link SchedulerBenchmark} under every policy, and prints a table. */
public final class SchedulerBenchmarks {
  private SchedulerBenchmarks() {}

  /**
   * @param smoke whether to run everything once only, in this process, on little data
   * @return how many figures there are
   */
  public static int run(boolean smoke, PrintStream out) {
    Collection<RunResult> results =
        smoke
            ? JmhRun.smoke(SchedulerBenchmark.class, Map.of("chunks", "20"))
            : JmhRun.measure(SchedulerBenchmark.class);
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
