package dev.paceline.benchmarks.dispatch;

import dev.paceline.benchmarks.frame.FigureTable;
import dev.paceline.benchmarks.frame.JmhBenchmarkCommand;
import dev.paceline.benchmarks.frame.Report;
import dev.paceline.core.error.Choice;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  protected void run(Report report) {
    report.say("orders that do nothing; nanoseconds from one to the next");
    FigureTable table =
        report
            .table()
            .column("policy", "%-18s")
            .column("workers", "%8s")
            .column("queries", "%8s")
            .column("mean", "%10.0f")
            .column("best", "%10.0f")
            .header();
    List<Figure> figures = new ArrayList<>();
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
      table.row(
          Choice.nameOf(figure.policy()),
          figure.workers(),
          figure.queries(),
          figure.meanNanos(),
          figure.bestNanos());
    }
    report.put("figures", figures);
    Figure usual = figures.stream().filter(Figure::isUsual).findFirst().orElseThrow();
    printVirtual(Math.max(1, (long) usual.meanNanos()), report);
  }

  /** Prints what the time of a dispatch means for more workers than the machine has. */
  private static void printVirtual(long nanos, Report report) {
    report.say("%n%d ns per order: how busy virtual workers are, percent", nanos);
    FigureTable table = report.table().column("workers", "%8d");
    for (long micros : ORDER_MICROS) {
      table.column(micros + " us", "%12.1f");
    }
    table.header();
    for (int workers : VIRTUAL_WORKERS) {
      List<Object> row = new ArrayList<>(List.of(workers));
      for (long micros : ORDER_MICROS) {
        row.add(PERCENT * VirtualDispatch.utilisation(workers, nanos, micros * NANOS_PER_MICRO));
      }
      table.row(row.toArray());
    }
  }
}
