package dev.paceline.benchmarks.scheduler;

import dev.paceline.benchmarks.frame.JmhBenchmarkCommand;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import picocli.CommandLine.Command;

/** {@code paceline bench scheduler}: JMH over the decisions of the scan scheduler. */
@Command(
    name = "scheduler",
    description = {
      "Measures the scan scheduler's time for a chunk, a choice and a registration,",
      "with 64 scans over 100 to 100,000 chunks, under each scan policy."
    })
public final class SchedulerBenchmarks extends JmhBenchmarkCommand {
  private static final double NANOS_PER_MICRO = 1e3;

  private record Figure(
      String policy, String chunks, String of, double meanMicros, double bestMicros) {}

  @Override
  protected void run() {
    List<Figure> figures = list("figures");
    Map<String, String[]> quick = isSmoke() ? Map.of("chunks", new String[] {"20"}) : Map.of();
    for (RunResult run : measure(SchedulerBenchmark.class, quick)) {
      figures.add(figure(run, run.getPrimaryResult()));
      run.getSecondaryResults().values().forEach(other -> figures.add(figure(run, other)));
    }
    say("64 scans; microseconds");
    table("policy %-10s; chunks %8s; of %-14s; mean %10.2f; best %10.2f");
    for (Figure of : figures) {
      row(of.policy(), of.chunks(), of.of(), of.meanMicros(), of.bestMicros());
    }
  }

  private static Figure figure(RunResult run, Result<?> result) {
    return new Figure(
        run.getParams().getParam("policy").toLowerCase(Locale.ROOT),
        run.getParams().getParam("chunks"),
        result.getLabel(),
        result.getScore() / NANOS_PER_MICRO,
        result.getStatistics().getMin() / NANOS_PER_MICRO);
  }
}
