package dev.paceline.storage.load.arrow;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.arrow.body.ArrowDictionaries;
import dev.paceline.storage.load.arrow.body.RecordBatchReader;
import dev.paceline.storage.load.arrow.metadata.ArrowFile;
import java.util.AbstractList;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a record batch. A column is read when it is first asked for, so that columns of a
 * chunk in which no row passes the filters are never read.
 */
final class ArrowChunk extends FileChunk {
  private final ArrowFile arrow;
  private final int batch;
  private final int firstRow;
  private final int rowCount;
  private final int[] positions;
  private final ArrowDictionaries dictionaries;

  /**
   * @param batch number of the record batch in the file
   * @param firstRow in the batch
   * @param rowCount at least 1
   */
  ArrowChunk(
      ArrowFile arrow,
      int batch,
      int firstRow,
      int rowCount,
      int[] positions,
      ArrowDictionaries dictionaries,
      MemoryLedger ledger) {
    super(arrow.entry(), ledger);
    this.arrow = arrow;
    this.batch = batch;
    this.firstRow = firstRow;
    this.rowCount = rowCount;
    this.positions = positions;
    this.dictionaries = dictionaries;
  }

  @Override
  protected Rows read(MemoryScope memory, Runnable cancellation) {
    if (positions.length == 0) {
      file().checkUnchanged();
      return new Rows(rowCount, new Columns(null, memory, cancellation), 0);
    }
    try (FileRead read = FileRead.open(file())) {
      RecordBatchReader reader = RecordBatchReader.open(arrow, batch, read, memory);
      long bytes = 0;
      for (int position : positions) {
        bytes += reader.storedBytes(position);
      }
      double share = (double) rowCount / arrow.batches().get(batch).rows();
      return new Rows(rowCount, new Columns(reader, memory, cancellation), (long) (bytes * share));
    }
  }

  /** Columns that are decoded when they are asked for. Used by the work order of the chunk. */
  private final class Columns extends AbstractList<ChunkColumn> {
    private final @Nullable RecordBatchReader reader;
    private final MemoryScope memory;
    private final Runnable cancellation;
    private final @Nullable ChunkColumn[] known = new ChunkColumn[positions.length];

    /**
     * @param reader null if there are no columns
     */
    Columns(@Nullable RecordBatchReader reader, MemoryScope memory, Runnable cancellation) {
      this.reader = reader;
      this.memory = memory;
      this.cancellation = cancellation;
    }

    @Override
    public ChunkColumn get(int index) {
      ChunkColumn column = known[index];
      if (column == null) {
        column = decode(positions[index]);
        known[index] = column;
      }
      return column;
    }

    private ChunkColumn decode(int position) {
      if (reader == null) {
        throw new IllegalStateException("no columns");
      }
      try (FileRead read = FileRead.open(file())) {
        return reader.column(
            position, firstRow, rowCount, read, dictionaries, memory, cancellation);
      }
    }

    @Override
    public int size() {
      return known.length;
    }
  }
}
