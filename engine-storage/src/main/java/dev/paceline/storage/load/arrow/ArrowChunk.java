package dev.paceline.storage.load.arrow;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.arrow.body.ArrowDictionaries;
import dev.paceline.storage.load.arrow.body.RecordBatchReader;
import dev.paceline.storage.load.arrow.body.SharedBuffers;
import dev.paceline.storage.load.arrow.metadata.ArrowFile;
import dev.paceline.storage.load.share.SharedUse;
import java.util.AbstractList;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a record batch. A column is read when it is first asked for, so that columns of a
 * chunk in which no row passes the filters are never read.
 */
final class ArrowChunk extends FileChunk {
  private final ArrowFile arrow;
  private final Place place;
  private final Wanted wanted;
  private final SharedUse use;
  private final ArrowDictionaries dictionaries;

  /** Columns that were decoded. */
  private int decodedColumns;

  /**
   * The rows of a chunk.
   *
   * @param batch number of the record batch in the file
   * @param firstRow in the batch
   * @param rowCount at least 1
   * @param buffers what the chunks of a compressed batch share; null if one chunk has all of it
   */
  record Place(int batch, int firstRow, int rowCount, @Nullable SharedBuffers buffers) {}

  /**
   * The part of each chunk that a scan reads.
   *
   * @param positions of the wanted columns in the file, in the order of the scan
   * @param tested which of them it reads in any case, because it tests them
   */
  record Wanted(int[] positions, BitSet tested) {
    /** Returns the columns of the file that are needed for sure, now that one is needed. */
    int[] positionsWith(int column) {
      return tested.get(column)
          ? tested.stream().map(position -> positions[position]).toArray()
          : positions;
    }
  }

  ArrowChunk(
      ArrowFile arrow,
      Place place,
      Wanted wanted,
      SharedUse use,
      ArrowDictionaries dictionaries,
      MemoryLedger ledger) {
    super(arrow.entry(), ledger);
    this.arrow = arrow;
    this.place = place;
    this.wanted = wanted;
    this.use = use;
    this.dictionaries = dictionaries;
  }

  @Override
  protected Rows read(MemoryScope memory, Runnable cancellation) {
    if (wanted.positions().length == 0 || use.isCached()) {
      file().checkUnchanged();
      return new Rows(place.rowCount(), new Columns(null, memory, cancellation), 0);
    }
    try (FileRead read = FileRead.open(file())) {
      RecordBatchReader reader = RecordBatchReader.open(arrow, place.batch(), read, memory);
      long bytes = 0;
      for (int i = 0; i < wanted.positions().length; i++) {
        bytes += use.column(i) == null ? reader.storedBytes(wanted.positions()[i]) : 0;
      }
      double share = (double) place.rowCount() / arrow.batches().get(place.batch()).rows();
      return new Rows(
          place.rowCount(), new Columns(reader, memory, cancellation), (long) (bytes * share));
    }
  }

  @Override
  protected Origin origin() {
    return decodedColumns == 0 && use.isCached() ? Origin.CACHED : Origin.READ;
  }

  @Override
  protected void released() {
    use.close();
    if (place.buffers() != null) {
      place.buffers().release();
    }
  }

  /** Columns that are decoded when they are asked for. Used by the work order of the chunk. */
  private final class Columns extends AbstractList<ChunkColumn> {
    private final @Nullable RecordBatchReader reader;
    private final MemoryScope memory;
    private final Runnable cancellation;
    private final @Nullable ChunkColumn[] known = new ChunkColumn[wanted.positions().length];

    /**
     * @param reader null if no column is read
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
        column = use.column(index);
        if (column == null) {
          column = decode(index);
          use.publish(place.rowCount(), index, column);
        }
        known[index] = column;
      }
      return column;
    }

    private ChunkColumn decode(int index) {
      if (reader == null) {
        throw new IllegalStateException("no columns");
      }
      decodedColumns++;
      try (FileRead read = FileRead.open(file())) {
        return reader.column(
            wanted.positions()[index],
            new RecordBatchReader.Part(
                place.firstRow(), place.rowCount(), place.buffers(), wanted.positionsWith(index)),
            read,
            dictionaries,
            memory,
            cancellation);
      }
    }

    @Override
    public int size() {
      return known.length;
    }
  }
}
