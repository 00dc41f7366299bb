package dev.paceline.datasets;

import java.util.List;

/**
 * The tables of a benchmark, which {@link DataSetLoader} generates.
 *
 * @param title what people call it
 * @param tables the largest first
 */
public record DataSet(String title, List<GeneratedTable> tables) {
  /** The eight tables of the specification. */
  public static final DataSet TPCH = new DataSet("TPC-H", List.copyOf(TpchSchema.TABLES));

  /** The star schema of O'Neil, O'Neil and Chen: lineorder and four dimensions. */
  public static final DataSet SSB = new DataSet("SSB", List.copyOf(SsbSchema.TABLES));

  /** The 24 tables of the specification: seven of facts, and their dimensions. */
  public static final DataSet TPCDS = new DataSet("TPC-DS", List.copyOf(TpcdsSchema.TABLES));

  public DataSet {
    tables = List.copyOf(tables);
  }

  /** Rows of all tables at a scale factor, about. */
  public long expectedRows(double scaleFactor) {
    return tables.stream().mapToLong(table -> table.expectedRows(scaleFactor)).sum();
  }
}
