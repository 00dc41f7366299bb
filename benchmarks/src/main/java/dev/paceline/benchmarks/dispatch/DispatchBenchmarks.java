package dev.paceline.benchmarks.dispatch;

import dev.paceline.benchmarks.jmh.JmhRun;
import dev.paceline.core.error.Choice;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import java.io.PrintStream;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;

/** Runs {@link DispatchBenchmark} under every policy, and prints a table. */
public final class DispatchBenchmarks {
  private DispatchBenchmarks() {}

  /**
   * @param smoke whether to run everything once only, in this process
   * @return how many figures there are
   */
  public static int run(boolean smoke, PrintStream out) {
    Collection<RunResult> results =
        smoke
            ? JmhRun.smoke(DispatchBenchmark.class, Map.of("queries", "5"))
            : JmhRun.measure(DispatchBenchmark.class);
    out.println("orders that do nothing; nanoseconds from one to the next");
    out.printf(
        Locale.ROOT, "%-18s %8s %8s %10s %10s%n", "policy", "workers", "queries", "mean", "best");
    for (RunResult result : results) {
      SchedulingPolicyKind policy =
          SchedulingPolicyKind.valueOf(result.getParams().getParam("policy"));
      out.printf(
          Locale.ROOT,
          "%-18s %8s %8s %10.0f %10.0f%n",
          Choice.nameOf(policy),
          result.getParams().getParam("workers"),
          result.getParams().getParam("queries"),
          result.getPrimaryResult().getScore(),
          result.getPrimaryResult().getStatistics().getMin());
    }
    return results.size();
  }
}
