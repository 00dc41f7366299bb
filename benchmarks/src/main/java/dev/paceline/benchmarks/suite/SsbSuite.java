package dev.paceline.benchmarks.suite;

import dev.paceline.datasets.DataSet;
import dev.paceline.datasets.SsbQueries;
import java.util.List;

/** The Star Schema Benchmark: 13 queries in four flights. */
public final class SsbSuite implements QuerySuite {
  @Override
  public String name() {
    return "ssb";
  }

  @Override
  public DataSet dataSet() {
    return DataSet.SSB;
  }

  @Override
  public List<Query> queries(double scale) {
    return SsbQueries.NAMES.stream().map(SsbSuite::query).toList();
  }

  /** Returns one of the queries. */
  public static Query query(String name) {
    return new Query(name, SsbQueries.sql(name), SsbQueries.isTotallyOrdered(name));
  }
}
