package dev.paceline.benchmarks.suite;

import dev.paceline.datasets.DataSet;
import dev.paceline.datasets.GeneratedTable;
import dev.paceline.datasets.TpchQueries;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.stream.IntStream;

/** The 22 queries of TPC-H. */
public class TpchSuite implements QuerySuite {
  @Override
  public String name() {
    return "tpch";
  }

  @Override
  public final String tablesName() {
    return "tpch";
  }

  @Override
  public final DataSet dataSet() {
    return DataSet.TPCH;
  }

  @Override
  public List<Query> queries(double scale) {
    return IntStream.rangeClosed(1, TpchQueries.COUNT)
        .mapToObj(
            number ->
                new Query(
                    Integer.toString(number),
                    TpchQueries.sql(number, scale),
                    TpchQueries.isTotallyOrdered(number)))
        .toList();
  }

  /** Writes the generator's own text, without the delimiter behind the last field. */
  @Override
  public final void writeText(GeneratedTable table, double scale, Writer out) throws IOException {
    TpchTable<?> generator = TpchTable.getTable(table.definition().name());
    for (TpchEntity row : generator.createGenerator(scale, 1, 1)) {
      String line = row.toLine();
      out.write(line, 0, line.length() - 1);
      out.write('\n');
    }
  }
}
