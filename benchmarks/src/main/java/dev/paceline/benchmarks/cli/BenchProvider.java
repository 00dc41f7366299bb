package dev.paceline.benchmarks.cli;

import dev.paceline.benchmarks.bounds.BoundBenchmark;
import dev.paceline.benchmarks.comparison.OperatorsBenchmark;
import dev.paceline.benchmarks.comparison.SsbBenchmark;
import dev.paceline.benchmarks.comparison.TpcdsBenchmark;
import dev.paceline.benchmarks.comparison.TpchBenchmark;
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
    List<BenchmarkCommand> benchmarks =
        List.of(
            new TpchBenchmark(),
            new TpcdsBenchmark(),
            new SsbBenchmark(),
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
}
