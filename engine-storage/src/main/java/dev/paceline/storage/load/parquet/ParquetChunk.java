package dev.paceline.storage.load.parquet;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.parquet.page.ColumnRange;
import dev.paceline.storage.load.parquet.page.RowRanges;
import dev.paceline.storage.load.share.SharedUse;
import java.util.AbstractList;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a row group, without those that page indexes rule out. A column is read when it is
 * first asked for, so that columns of a chunk in which no row passes the filters are never read.
 */
final class ParquetChunk extends FileChunk {
  private final ParquetRowGroup rowGroup;
  private final RowRanges rows;
  private final SharedUse use;

  /** Columns that were decoded. */
  private int decodedColumns;

  ParquetChunk(ParquetRowGroup rowGroup, RowRanges rows, SharedUse use, MemoryLedger ledger) {
    super(rowGroup.file().entry(), ledger);
    this.rowGroup = rowGroup;
    this.rows = rows;
    this.use = use;
  }

  @Override
  protected Rows read(MemoryScope memory, Runnable cancellation) {
    if (use.isCached()) {
      file().checkUnchanged();
      return new Rows((int) rows.rowCount(), new Columns(rows, memory, cancellation), 0);
    }
    RowRanges matching = rows;
    if (rowGroup.hasFilters()) {
      try (FileRead read = FileRead.open(file())) {
        matching = rowGroup.matchingRows(read, memory, cancellation).and(rows);
      }
    }
    double share = (double) matching.rowCount() / rowGroup.rowCount();
    double bytes = 0;
    for (int i = 0; i < rowGroup.columns().size(); i++) {
      if (rowGroup.columns().get(i).isStored() && use.column(i) == null) {
        bytes += rowGroup.compressedBytes(i) * share;
      }
    }
    return new Rows(
        (int) matching.rowCount(), new Columns(matching, memory, cancellation), (long) bytes);
  }

  @Override
  protected Origin origin() {
    return decodedColumns == 0 && use.isCached() ? Origin.CACHED : Origin.READ;
  }

  @Override
  protected void released() {
    use.close();
  }

  private ChunkColumn decode(
      int column, RowRanges wanted, MemoryScope memory, Runnable cancellation) {
    ParquetColumn source = rowGroup.columns().get(column);
    if (!source.isStored()) {
      return wanted.numbers(source.type(), rowGroup.firstRow(), memory);
    }
    decodedColumns++;
    NestedNode nested = source.nested();
    try (FileRead read = FileRead.open(file())) {
      if (nested != null) {
        return new NestedAssembly(
                rowGroup, rowGroup.place(column), read, wanted, memory, cancellation)
            .column(nested);
      }
      return source.decode(
          new ColumnRange(
              read,
              source.node(),
              source.type(),
              rowGroup.chunk(column),
              rowGroup.pages(column, read, memory, cancellation),
              wanted,
              rowGroup.place(column),
              memory,
              cancellation,
              null));
    }
  }

  /** Columns that are decoded when they are asked for. Used by the work order of the chunk. */
  private final class Columns extends AbstractList<ChunkColumn> {
    private final RowRanges wanted;
    private final MemoryScope memory;
    private final Runnable cancellation;
    private final @Nullable ChunkColumn[] known = new ChunkColumn[rowGroup.columns().size()];

    Columns(RowRanges wanted, MemoryScope memory, Runnable cancellation) {
      this.wanted = wanted;
      this.memory = memory;
      this.cancellation = cancellation;
    }

    @Override
    public ChunkColumn get(int index) {
      ChunkColumn column = known[index];
      if (column == null) {
        column = isWhole() ? use.column(index) : null;
        if (column == null) {
          column = decode(index, wanted, memory, cancellation);
          if (isWhole() && rowGroup.columns().get(index).isStored()) {
            use.publish((int) rows.rowCount(), index, column);
          }
        }
        known[index] = column;
      }
      return column;
    }

    /** Whether no row was ruled out, so that the columns are what other scans want. */
    private boolean isWhole() {
      return wanted.rowCount() == rows.rowCount();
    }

    @Override
    public int size() {
      return known.length;
    }
  }
}
