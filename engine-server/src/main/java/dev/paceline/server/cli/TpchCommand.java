package dev.paceline.server.cli;

import dev.paceline.datasets.DataSet;
import picocli.CommandLine.Command;

/** {@code paceline tpch}: makes a database of TPC-H. */
@Command(
    name = "tpch",
    description = "Generates the tables of TPC-H into a database.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class TpchCommand extends GenerateCommand {
  TpchCommand(Console console) {
    super(DataSet.TPCH, console);
  }
}
