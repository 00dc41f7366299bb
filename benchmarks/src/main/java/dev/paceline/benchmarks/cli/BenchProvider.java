package dev.paceline.benchmarks.cli;

import dev.paceline.benchmarks.bounds.BoundBenchmark;
import dev.paceline.benchmarks.comparison.OperatorsBenchmark;
import dev.paceline.benchmarks.comparison.SuiteBenchmark;
import dev.paceline.benchmarks.concurrent.ConcurrentBenchmark;
import dev.paceline.benchmarks.dispatch.DispatchBenchmarks;
import dev.paceline.benchmarks.first.FirstBenchmark;
import dev.paceline.benchmarks.frame.BenchmarkCommand;
import dev.paceline.benchmarks.kernel.KernelBenchmarks;
import dev.paceline.benchmarks.load.LoadBenchmark;
import dev.paceline.benchmarks.memory.MemoryBenchmark;
import dev.paceline.benchmarks.policies.AdmissionBenchmark;
import dev.paceline.benchmarks.policies.PolicyBenchmark;
import dev.paceline.benchmarks.prediction.PredictionBenchmark;
import dev.paceline.benchmarks.scans.ScanBenchmark;
import dev.paceline.benchmarks.scheduler.SchedulerBenchmarks;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.SsbSuite;
import dev.paceline.benchmarks.suite.TpcdsSuite;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.benchmarks.techniques.TechniqueBenchmark;
import dev.paceline.benchmarks.transfer.TransferBenchmark;
import dev.paceline.benchmarks.variants.VariantBenchmark;
import dev.paceline.benchmarks.warmup.WarmUpBenchmark;
import dev.paceline.server.cli.CommandProvider;
import dev.paceline.server.cli.Console;
import java.util.List;
import picocli.CommandLine;

/** Adds {@code paceline bench}; found by {@link java.util.ServiceLoader}. */
public final class BenchProvider implements CommandProvider {
  @Override
  public Object command(Console console) {
    CommandLine bench = new CommandLine(new BenchCommand());
    for (QuerySuite suite : List.of(new TpchSuite(), new TpcdsSuite(), new SsbSuite())) {
      bench.addSubcommand(comparison(suite, console));
    }
    List<BenchmarkCommand> benchmarks =
        List.of(
            new OperatorsBenchmark(),
            new VariantBenchmark(),
            new BoundBenchmark(),
            new TechniqueBenchmark(),
            new LoadBenchmark(),
            new MemoryBenchmark(),
            new ConcurrentBenchmark(),
            new FirstBenchmark(),
            new WarmUpBenchmark(),
            new KernelBenchmarks(),
            new ScanBenchmark(),
            new SchedulerBenchmarks(),
            new DispatchBenchmarks(),
            new PolicyBenchmark(),
            new PredictionBenchmark(),
            new TransferBenchmark(),
            new AdmissionBenchmark());
    for (BenchmarkCommand benchmark : benchmarks) {
      benchmark.printTo(console);
      bench.addSubcommand(benchmark);
    }
    return bench;
  }

  /** Returns the command that compares a suite with DuckDB, named after the suite. */
  private static CommandLine comparison(QuerySuite suite, Console console) {
    SuiteBenchmark benchmark = new SuiteBenchmark(suite);
    benchmark.printTo(console);
    CommandLine command = new CommandLine(benchmark);
    command
        .getCommandSpec()
        .name(suite.name())
        .usageMessage()
        .description(
            "Runs %s in Paceline and in DuckDB: the same rows, in one process, by turns."
                .formatted(suite.dataSet().title()),
            "A ratio below 1 means that Paceline is faster.");
    return command;
  }
}
