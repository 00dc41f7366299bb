package dev.paceline.benchmarks.comparison;

import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.TpcdsSuite;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code paceline bench tpcds}: the 99 queries beside DuckDB. */
@Command(
    name = "tpcds",
    description = {
      "Runs TPC-DS in Paceline and in DuckDB: the same rows, in one process, by",
      "turns. A ratio below 1 means that Paceline is faster."
    })
public final class TpcdsBenchmark extends SuiteBenchmark {
  @Override
  protected List<QuerySuite> suites() {
    return List.of(new TpcdsSuite());
  }
}
