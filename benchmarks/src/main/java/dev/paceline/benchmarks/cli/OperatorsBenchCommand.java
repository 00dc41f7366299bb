package dev.paceline.benchmarks.cli;

import dev.paceline.benchmarks.suite.OperatorSuite;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.SuiteReport;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code paceline bench operators}: one operator or expression a statement, beside DuckDB. */
@Command(
    name = "operators",
    description = {
      "Runs statements over TPC-H's tables in Paceline and in DuckDB, as bench tpch does. Each asks"
          + " for one",
      "thing: a sort, a join build, an aggregation of many groups, a join beyond equality, an"
          + " expression, a",
      "fetch. Names begin with the family (--queries sort,join-text)."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class OperatorsBenchCommand extends SuiteBenchCommand {
  /** The ratio that no statement should exceed. */
  private static final double GOAL = 0.8;

  @Override
  List<QuerySuite> suites() {
    return List.of(new OperatorSuite());
  }

  @Override
  void conclude(SuiteReport report, PrintStream out) {
    report.conclude(GOAL, out);
  }
}
