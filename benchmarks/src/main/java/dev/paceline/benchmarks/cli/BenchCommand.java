package dev.paceline.benchmarks.cli;

import picocli.CommandLine.Command;

/** {@code paceline bench}: the benchmarks. */
@Command(
    name = "bench",
    description = "Measures Paceline beside its peers.",
    synopsisSubcommandLabel = "BENCHMARK",
    subcommands = {
      TpchBenchCommand.class,
      SsbBenchCommand.class,
      OperatorsBenchCommand.class,
      VariantsBenchCommand.class,
      BoundsBenchCommand.class,
      TechniquesBenchCommand.class,
      LoadBenchCommand.class,
      MemoryBenchCommand.class,
      ConcurrentBenchCommand.class,
      WarmUpBenchCommand.class,
      KernelBenchCommand.class,
      ScansBenchCommand.class,
      SchedulerBenchCommand.class,
      DispatchBenchCommand.class,
      PoliciesBenchCommand.class,
      PredictionBenchCommand.class,
      TransferBenchCommand.class,
      AdmissionBenchCommand.class
    },
    mixinStandardHelpOptions = true)
final class BenchCommand {}
