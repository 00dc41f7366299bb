package dev.paceline.benchmarks.variants;

import dev.paceline.core.error.Choice;
import dev.paceline.datasets.DataSet;
import dev.paceline.datasets.GeneratedTable;
import java.util.List;

/** The changes to the rows of TPC-H on their way into a database. */
public enum DataVariant {
  /** Nothing: only the queries differ from those that everybody measures. */
  ORIGINAL,

  /** Rows in random order: nothing is sorted or clustered. */
  SHUFFLED,

  /** Foreign keys and dates are Zipf-distributed instead of uniform. */
  SKEWED,

  /** A tenth of the values is NULL, but for primary keys, and nation and region. */
  NULLS,

  /**
   * One row a table more, whose keys, dates and numbers are far outside, so that no range is dense.
   */
  OUTLIERS,

  /** All keys shifted by a large negative number. */
  NEGATIVE;

  /**
   * The tables, the same for the same seed.
   *
   * <p>A variant is made by one thread, whatever the number of parts.
   */
  DataSet dataSet(long seed) {
    if (this == ORIGINAL) {
      return DataSet.TPCH;
    }
    List<GeneratedTable> tables =
        DataSet.TPCH.tables().stream()
            .<GeneratedTable>map(table -> new VariantTable(table, this, seed))
            .toList();
    return new DataSet("TPC-H " + this, tables);
  }

  /** Its name on the command line. */
  @Override
  public String toString() {
    return Choice.nameOf(this);
  }
}
