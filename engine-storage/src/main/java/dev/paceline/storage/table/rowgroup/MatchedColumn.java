package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkFilter;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/**
 * Stands for a column of a chunk that is only tested, when statistics have said that all rows
 * match: there is no block.
 */
final class MatchedColumn implements ChunkColumn {
  static final MatchedColumn INSTANCE = new MatchedColumn();

  private static final ChunkFilter ALL =
      new ChunkFilter() {
        @Override
        public Outcome outcome() {
          return Outcome.ALL_MATCH;
        }

        @Override
        public void narrow(int fromRow, int rowCount, MemorySegment bitmap) {}
      };

  private MatchedColumn() {}

  @Override
  public DataType type() {
    throw withoutBlock();
  }

  @Override
  public ChunkFilter filter(ColumnPredicate predicate, ColumnVector scratch) {
    return ALL;
  }

  @Override
  public ColumnStatistics statistics() {
    throw withoutBlock();
  }

  @Override
  public void read(int fromRow, int rowCount, ColumnVector out) {
    throw withoutBlock();
  }

  @Override
  public void read(int fromRow, Selection selection, ColumnVector out) {
    throw withoutBlock();
  }

  private static IllegalStateException withoutBlock() {
    return new IllegalStateException("a column that is only tested was to be read");
  }
}
