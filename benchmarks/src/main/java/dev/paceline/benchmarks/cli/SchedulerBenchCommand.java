package dev.paceline.benchmarks.cli;

import dev.paceline.benchmarks.scheduler.SchedulerBenchmarks;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code paceline bench scheduler}: JMH over the decisions of the scan scheduler. */
@Command(
    name = "scheduler",
    description = {
      "Measures what the scan scheduler needs for a chunk, a choice and a registration,",
      "with 64 scans over 100 to 100,000 chunks, under each scan policy."
    },
    mixinStandardHelpOptions = true)
final class SchedulerBenchCommand implements Callable<Integer> {
  @Option(names = "--smoke", description = "Everything once, on few chunks: does it work?")
  private boolean smoke;

  @Override
  public Integer call() {
    return SchedulerBenchmarks.run(smoke, System.out) == 0 ? 1 : 0;
  }
}
