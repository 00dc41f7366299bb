package dev.paceline.benchmarks.dispatch;

import dev.paceline.benchmarks.jmh.JmhRun;
import dev.paceline.core.error.Choice;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import java.io.PrintStream;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;

/**
 * Runs {@link DispatchBenchmark} under every policy, and prints a table; then what that means for
 * virtual workers.
 */
public final class DispatchBenchmarks {
  private static final int[] VIRTUAL_WORKERS = {1, 2, 16, 40, 64, 128, 256};
  private static final long[] ORDER_MICROS = {10, 100, 1_000};
  private static final long NANOS_PER_MICRO = 1_000;
  private static final double PERCENT = 100;

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
    printVirtual(results, out);
    return results.size();
  }

  /** What the real figure means for more workers than there are. */
  private static void printVirtual(Collection<RunResult> results, PrintStream out) {
    RunResult usual =
        results.stream().filter(DispatchBenchmarks::isUsual).findFirst().orElseThrow();
    long nanos = Math.max(1, (long) usual.getPrimaryResult().getScore());
    out.printf(Locale.ROOT, "%n%d ns an order: how busy virtual workers are, per cent%n", nanos);
    out.printf(Locale.ROOT, "%8s", "workers");
    for (long micros : ORDER_MICROS) {
      out.printf(Locale.ROOT, " %9d us", micros);
    }
    out.println();
    for (int workers : VIRTUAL_WORKERS) {
      out.printf(Locale.ROOT, "%8d", workers);
      for (long micros : ORDER_MICROS) {
        double share = VirtualDispatch.utilisation(workers, nanos, micros * NANOS_PER_MICRO);
        out.printf(Locale.ROOT, " %12.1f", PERCENT * share);
      }
      out.println();
    }
  }

  /** Several queries on two workers, under the policy that nobody chose. */
  private static boolean isUsual(RunResult result) {
    return result.getParams().getParam("policy").equals(SchedulingPolicyKind.STRIDE.name())
        && result.getParams().getParam("workers").equals("2")
        && !result.getParams().getParam("queries").equals("1");
  }
}
