package dev.paceline.benchmarks.variants;

import dev.paceline.benchmarks.comparison.SuiteBenchmark;
import dev.paceline.benchmarks.suite.QuerySuite;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code paceline bench variants}: held-out data and queries beside DuckDB. */
@Command(
    name = "variants",
    description = {
      "Runs variants of TPC-H in Paceline and in DuckDB, as bench tpch does: other data, one"
          + " series",
      "per variant, and other queries: 7.1 is query 7 with other parameters, 7.2 has one more",
      "predicate."
    })
public final class VariantBenchmark extends SuiteBenchmark {
  @Option(names = "--data", split = ",", description = "Variants of the data.")
  private List<DataVariant> data = List.of(DataVariant.values());

  @Option(names = "--seed", description = "The seed of data and parameters.")
  private long seed = 1;

  @Override
  protected List<QuerySuite> suites() {
    return data.stream().<QuerySuite>map(variant -> new VariantSuite(variant, seed)).toList();
  }
}
