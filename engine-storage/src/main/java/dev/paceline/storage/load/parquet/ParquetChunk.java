package dev.paceline.storage.load.parquet;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.parquet.page.ColumnRange;
import java.util.AbstractList;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a row group. A column is read when it is first asked for, so that columns of a chunk
 * in which no row passes the filters are never read.
 */
final class ParquetChunk extends FileChunk {
  private final ParquetRowGroup rowGroup;
  private final long fromRow;
  private final int rowCount;

  ParquetChunk(ParquetRowGroup rowGroup, long fromRow, int rowCount, MemoryLedger ledger) {
    super(rowGroup.file().entry(), ledger);
    this.rowGroup = rowGroup;
    this.fromRow = fromRow;
    this.rowCount = rowCount;
  }

  @Override
  protected Rows read(MemoryScope memory, Runnable cancellation) {
    double share = (double) rowCount / rowGroup.rowCount();
    double bytes = 0;
    for (int i = 0; i < rowGroup.columns().size(); i++) {
      bytes += rowGroup.chunk(i).compressedBytes() * share;
    }
    return new Rows(rowCount, new Columns(memory, cancellation), (long) bytes);
  }

  private ChunkColumn decode(int column, MemoryScope memory, Runnable cancellation) {
    ParquetColumn source = rowGroup.columns().get(column);
    try (FileRead read = FileRead.open(file())) {
      return source.decode(
          new ColumnRange(
              read,
              source.node(),
              source.type(),
              rowGroup.chunk(column),
              rowGroup.pages(column, read, memory, cancellation),
              fromRow,
              rowCount,
              rowGroup.place(column),
              memory,
              cancellation));
    }
  }

  /** Columns that are decoded when they are asked for. Used by the work order of the chunk. */
  private final class Columns extends AbstractList<ChunkColumn> {
    private final MemoryScope memory;
    private final Runnable cancellation;
    private final @Nullable ChunkColumn[] decoded = new ChunkColumn[rowGroup.columns().size()];

    Columns(MemoryScope memory, Runnable cancellation) {
      this.memory = memory;
      this.cancellation = cancellation;
    }

    @Override
    public ChunkColumn get(int index) {
      ChunkColumn column = decoded[index];
      if (column == null) {
        column = decode(index, memory, cancellation);
        decoded[index] = column;
      }
      return column;
    }

    @Override
    public int size() {
      return decoded.length;
    }
  }
}
