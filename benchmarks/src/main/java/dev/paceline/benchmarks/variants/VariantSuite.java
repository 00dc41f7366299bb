package dev.paceline.benchmarks.variants;

import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.TextRows;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.storage.load.DataSet;
import dev.paceline.storage.load.GeneratedTable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Variants of the queries of TPC-H over a variant of its data, both depending on a seed. */
public final class VariantSuite implements QuerySuite {
  private final DataVariant data;
  private final long seed;

  public VariantSuite(DataVariant data, long seed) {
    this.data = data;
    this.seed = seed;
  }

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

  @Override
  public List<String> duckDbSchema() {
    List<String> schema = new TpchSuite().duckDbSchema();
    return data == DataVariant.NULLS
        ? schema.stream().map(table -> table.replace(" not null", "")).toList()
        : schema;
  }

  @Override
  public void writeText(GeneratedTable table, double scale, Writer out) throws IOException {
    TextRows.write(table.rows(scale, 1, 1), out);
  }
}
