package dev.paceline.benchmarks.cli;

import dev.paceline.benchmarks.suite.SsbSuite;
import picocli.CommandLine.Command;

/** {@code paceline bench ssb}: the 13 queries beside DuckDB. */
@Command(
    name = "ssb",
    description = {
      "Runs the Star Schema Benchmark in Paceline and in DuckDB: the same rows, in one process, by"
          + " turns.",
      "A ratio below 1 means that Paceline is faster."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class SsbBenchCommand extends SuiteBenchCommand {
  SsbBenchCommand() {
    super(new SsbSuite());
  }
}
