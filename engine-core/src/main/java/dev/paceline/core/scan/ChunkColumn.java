package dev.paceline.core.scan;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.type.DataType;

/** One encoded column of a chunk. Immutable, safe for all threads while the chunk is pinned. */
public interface ChunkColumn {
  DataType type();

  ColumnStatistics statistics();

  /**
   * Translates a predicate into this column's code space, once per chunk.
   *
   * @param scratch a vector of this column's type, whose memory the filter may use to decode values
   */
  ChunkFilter filter(ColumnPredicate predicate, ColumnVector scratch);

  /**
   * Makes {@code out} a window on rows [fromRow, fromRow + rowCount): without copying where the
   * encoding allows, else decoded into the vector's scratch. INTEGRAL windows carry bounds whenever
   * the block knows them.
   */
  void read(int fromRow, int rowCount, ColumnVector out);

  /**
   * Reads only the selected rows, densely: row i of {@code out} is the i-th selected row of the
   * window that starts at {@code fromRow}.
   */
  void read(int fromRow, Selection selection, ColumnVector out);
}
