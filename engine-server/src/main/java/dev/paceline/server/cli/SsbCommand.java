package dev.paceline.server.cli;

import dev.paceline.datasets.DataSet;
import picocli.CommandLine.Command;

/** {@code paceline ssb}: makes a database of the Star Schema Benchmark. */
@Command(
    name = "ssb",
    description = "Generates the tables of the Star Schema Benchmark into a database.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class SsbCommand extends GenerateCommand {
  SsbCommand(Console console) {
    super(DataSet.SSB, console);
  }
}
