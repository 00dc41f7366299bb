package dev.paceline.server.cli;

import dev.paceline.datasets.DataSet;
import picocli.CommandLine.Command;

/** {@code paceline tpcds}: makes a database of TPC-DS. */
@Command(
    name = "tpcds",
    description = "Generates the tables of TPC-DS into a database.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class TpcdsCommand extends GenerateCommand {
  TpcdsCommand(Console console) {
    super(DataSet.TPCDS, console);
  }
}
