package dev.paceline.benchmarks.comparison;

import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.TpchSuite;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code paceline bench tpch}: the 22 queries beside DuckDB. */
@Command(
    name = "tpch",
    description = {
      "Runs TPC-H in Paceline and in DuckDB: the same rows, in one process, by turns.",
      "A ratio below 1 means that Paceline is faster."
    })
public final class TpchBenchmark extends SuiteBenchmark {
  @Override
  protected List<QuerySuite> suites() {
    return List.of(new TpchSuite());
  }
}
