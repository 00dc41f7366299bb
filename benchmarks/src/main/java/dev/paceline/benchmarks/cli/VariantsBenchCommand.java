package dev.paceline.benchmarks.cli;

import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.variants.DataVariant;
import dev.paceline.benchmarks.variants.VariantSuite;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code paceline bench variants}: held-out data and queries beside DuckDB. */
@Command(
    name = "variants",
    description = {
      "Runs variants of TPC-H in Paceline and in DuckDB, as bench tpch does: other data, one"
          + " series",
      "a variant, and other queries: 7.1 is query 7 with other parameters, 7.2 has a predicate"
          + " more."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class VariantsBenchCommand extends SuiteBenchCommand {
  @Option(
      names = "--data",
      paramLabel = "VARIANT",
      split = ",",
      description = "Variants of the data: ${COMPLETION-CANDIDATES} (default: all).")
  private List<DataVariant> data = List.of(DataVariant.values());

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What data and parameters are drawn from (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Override
  List<QuerySuite> suites() {
    return data.stream().<QuerySuite>map(variant -> new VariantSuite(variant, seed)).toList();
  }
}
