package dev.paceline.benchmarks.cli;

import dev.paceline.benchmarks.dispatch.DispatchBenchmarks;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code paceline bench dispatch}: JMH over the workers. */
@Command(
    name = "dispatch",
    description = {
      "Measures how long it takes from one work order to the next when orders do nothing, with 1,"
          + " 10",
      "and 100 queries at once, under each scheduling policy."
    },
    mixinStandardHelpOptions = true)
final class DispatchBenchCommand implements Callable<Integer> {
  @Option(names = "--smoke", description = "Everything once, with few queries: does it work?")
  private boolean smoke;

  @Override
  public Integer call() {
    return DispatchBenchmarks.run(smoke, System.out) == 0 ? 1 : 0;
  }
}
