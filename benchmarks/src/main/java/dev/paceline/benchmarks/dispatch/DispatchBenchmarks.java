package dev.paceline.benchmarks.dispatch;

import dev.paceline.benchmarks.frame.JmhBenchmarkCommand;
import dev.paceline.core.error.Choice;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.openjdk.jmh.results.RunResult;
import picocli.CommandLine.Command;

/**
 * {@code paceline bench dispatch}: runs {@link DispatchBenchmark} under every policy; then computes
 * what the result means for virtual workers.
 */
@Command(
    name = "dispatch",
    description = {
      "Measures the time from one work order to the next when orders do nothing, with 1, 10 and"
          + " 100",
      "queries at once, under each scheduling policy."
    })
public final class DispatchBenchmarks extends JmhBenchmarkCommand {
  private static final int[] VIRTUAL_WORKERS = {1, 2, 16, 40, 64, 128, 256};
  private static final long[] ORDER_MICROS = {10, 100, 1_000};
  private static final long NANOS_PER_MICRO = 1_000;
  private static final double PERCENT = 100;

  private record Figure(
      SchedulingPolicyKind policy,
      String workers,
      String queries,
      double meanNanos,
      double bestNanos) {
    /** Returns whether several queries ran on two workers, under the default policy. */
    boolean isUsual() {
      return policy == SchedulingPolicyKind.STRIDE && workers.equals("2") && !queries.equals("1");
    }
  }

  @Override
  protected void run() {
    say("orders that do nothing; nanoseconds from one to the next");
    table("policy %-18s; workers %8s; queries %8s; mean %10.0f; best %10.0f");
    List<Figure> figures = list("figures");
    Map<String, String[]> quick = isSmoke() ? Map.of("queries", new String[] {"5"}) : Map.of();
    for (RunResult run : measure(DispatchBenchmark.class, quick)) {
      Figure figure =
          new Figure(
              SchedulingPolicyKind.valueOf(run.getParams().getParam("policy")),
              run.getParams().getParam("workers"),
              run.getParams().getParam("queries"),
              run.getPrimaryResult().getScore(),
              run.getPrimaryResult().getStatistics().getMin());
      figures.add(figure);
      row(
          Choice.nameOf(figure.policy()),
          figure.workers(),
          figure.queries(),
          figure.meanNanos(),
          figure.bestNanos());
    }
    Figure usual = figures.stream().filter(Figure::isUsual).findFirst().orElseThrow();
    printVirtual(Math.max(1, (long) usual.meanNanos()));
  }

  /** Prints what the time of a dispatch means for more workers than the machine has. */
  private void printVirtual(long nanos) {
    say("%n%d ns per order: how busy virtual workers are, percent", nanos);
    table(
        LongStream.of(ORDER_MICROS)
            .mapToObj(micros -> "; " + micros + " us %12.1f")
            .collect(Collectors.joining("", "workers %8d", "")));
    for (int workers : VIRTUAL_WORKERS) {
      List<Object> row = new ArrayList<>(List.of(workers));
      for (long micros : ORDER_MICROS) {
        row.add(PERCENT * VirtualDispatch.utilisation(workers, nanos, micros * NANOS_PER_MICRO));
      }
      row(row.toArray());
    }
  }
}
