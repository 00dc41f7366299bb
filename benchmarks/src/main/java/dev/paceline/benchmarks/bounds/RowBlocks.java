package dev.paceline.benchmarks.bounds;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkFilter;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.storage.encoding.EncodedColumn;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The blocks of one row group, by their positions among the columns of a scan. */
final class RowBlocks {
  private final BlockReader reader;
  private final List<String> columns;
  private final Chunk chunk;
  private final ColumnVector[] windows;

  RowBlocks(BlockReader reader, List<String> columns, Chunk chunk, ColumnVector[] windows) {
    this.reader = reader;
    this.columns = columns;
    this.chunk = chunk;
    this.windows = windows;
    for (int i = 0; i < windows.length; i++) {
      reader.touched(encoded(i).block().segment().byteSize());
    }
  }

  int rows() {
    return chunk.rowCount();
  }

  /** See {@link BlockReader#hits}. */
  int[] hits() {
    return reader.hits();
  }

  /** The zone map of a block. */
  ColumnStatistics statistics(int column) {
    return chunk.column(column).statistics();
  }

  /** The block itself. */
  EncodedColumn encoded(int column) {
    ChunkColumn content = chunk.column(column);
    if (content instanceof EncodedColumn encoded) {
      return encoded;
    }
    throw PacelineException.internal(columns.get(column) + " is no encoded block", null);
  }

  /** The codes of numbers, dates or strings with a dictionary, in place where they are codes. */
  Codes codes(int column) {
    ColumnVector window = window(column, 0, rows());
    return Codes.of(columns.get(column), window, statistics(column), rows(), reader);
  }

  /** Returns all rows, for conditions to choose from. */
  RowBits bits() {
    return new RowBits(reader, rows());
  }

  /**
   * Lists the rows whose values match a predicate, by the filter of the block that SQL's scans use.
   * Programs search text in this way: it looks at codes only, and decodes nothing.
   *
   * @return the number of {@link #hits}
   */
  int matches(int column, ColumnPredicate predicate) {
    ChunkFilter filter = chunk.column(column).filter(predicate, windows[column]);
    return bits().matching(filter).collect(hits());
  }

  /** Some rows as a vector, which is valid until the column is asked for again. */
  ColumnVector window(int column, int fromRow, int rowCount) {
    ColumnVector window = windows[column];
    chunk.column(column).read(fromRow, rowCount, window);
    return window;
  }

  /** Returns one string. */
  String string(int column, int row) {
    return new String(window(column, row, 1).getBytes(0), StandardCharsets.UTF_8);
  }
}
