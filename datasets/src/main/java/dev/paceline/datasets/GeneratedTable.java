package dev.paceline.datasets;

import dev.paceline.storage.table.definition.TableDefinition;

/** A table that a generator fills. */
public interface GeneratedTable {
  /** Rows that are made one after the other. One thread at a time. */
  @FunctionalInterface
  interface Rows {
    /**
     * Writes the next row and ends it.
     *
     * @return false, having written nothing, if there is none
     */
    boolean next(RowSink row);
  }

  /** Its name, in lower case, and its columns. */
  TableDefinition definition();

  /** Rows at a scale factor, about. */
  long expectedRows(double scaleFactor);

  /**
   * The rows of one of the parts that the table is cut into. All parts, one after the other, are
   * the same rows for any number of parts.
   *
   * @param part from 1 to partCount
   */
  Rows rows(double scaleFactor, int part, int partCount);
}
