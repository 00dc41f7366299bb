package dev.paceline.benchmarks.comparison;

import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.SsbSuite;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code paceline bench ssb}: the 13 queries beside DuckDB. */
@Command(
    name = "ssb",
    description = {
      "Runs the Star Schema Benchmark in Paceline and in DuckDB: the same rows, in one process, by",
      "turns. A ratio below 1 means that Paceline is faster."
    })
public final class SsbBenchmark extends SuiteBenchmark {
  @Override
  protected List<QuerySuite> suites() {
    return List.of(new SsbSuite());
  }
}
