package dev.paceline.benchmarks.variants;

import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.datasets.DataSet;
import java.util.List;

/** Variants of the queries of TPC-H over a variant of its data, both of which depend on a seed. */
public record VariantSuite(DataVariant data, long seed) implements QuerySuite {
  @Override
  public String name() {
    return "variants-" + data + "-" + seed;
  }

  @Override
  public DataSet dataSet() {
    return data.dataSet(seed);
  }

  @Override
  public List<Query> queries(double scale) {
    return QueryVariants.of(scale, seed);
  }
}
