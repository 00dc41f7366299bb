package dev.paceline.benchmarks.cli;

import picocli.CommandLine.Command;

/** {@code paceline bench}: the benchmarks. */
@Command(
    name = "bench",
    description = "Measures Paceline beside its peers.",
    synopsisSubcommandLabel = "BENCHMARK",
    mixinStandardHelpOptions = true)
final class BenchCommand {}
