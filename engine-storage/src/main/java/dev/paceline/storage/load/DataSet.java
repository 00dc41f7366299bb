package dev.paceline.storage.load;

import java.util.List;

/** The tables of a benchmark, which {@link DataSetLoader} generates. */
public enum DataSet {
  /** The eight tables of the specification. */
  TPCH("TPC-H", TpchSchema.TABLES),

  /** The star schema of O'Neil, O'Neil and Chen: lineorder and four dimensions. */
  SSB("SSB", SsbSchema.TABLES);

  private final String title;
  private final List<? extends GeneratedTable> tables;

  DataSet(String title, List<? extends GeneratedTable> tables) {
    this.title = title;
    this.tables = tables;
  }

  /** What people call it. */
  public String title() {
    return title;
  }

  /** All tables, the greatest first. */
  public List<? extends GeneratedTable> tables() {
    return tables;
  }

  /** Rows of all tables at a scale factor, about. */
  public long expectedRows(double scaleFactor) {
    return tables.stream().mapToLong(table -> table.expectedRows(scaleFactor)).sum();
  }
}
