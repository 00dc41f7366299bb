package dev.paceline.storage.load.arrow;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.arrow.body.ArrowDictionaries;
import dev.paceline.storage.load.arrow.metadata.ArrowFile;
import dev.paceline.storage.load.arrow.metadata.BatchPlace;
import org.jspecify.annotations.Nullable;

/** The chunks of one file in a scan: record batches, or parts of them. */
final class ArrowChunks implements ChunkSequence {
  /**
   * Rows of a chunk at most: enough to be worth a work order, few enough to share a record batch.
   * Bits of bitmaps begin at whole bytes.
   */
  private static final int CHUNK_ROWS = 1 << 17;

  private final ArrowFile file;
  private final int[] positions;
  private final MemoryLedger ledger;
  private final ArrowDictionaries dictionaries;

  /** The batch of the next chunk, and its first row in it. */
  private int batch;

  private int row;

  /**
   * @param positions of the wanted columns in the file, in the order of the scan
   */
  ArrowChunks(ArrowFile file, int[] positions, MemoryLedger ledger) {
    this.file = file;
    this.positions = positions;
    this.ledger = ledger;
    this.dictionaries = new ArrowDictionaries(file, ledger);
    skipEmpty();
  }

  private void skipEmpty() {
    while (batch < file.batches().size() && file.batches().get(batch).rows() == 0) {
      batch++;
    }
  }

  @Override
  public @Nullable FileChunk next() {
    if (isExhausted()) {
      return null;
    }
    BatchPlace place = file.batches().get(batch);
    int rest = place.rows() - row;
    // A compressed buffer has to be decompressed as a whole.
    int count = place.isCompressed() ? rest : Math.min(CHUNK_ROWS, rest);
    FileChunk chunk = new ArrowChunk(file, batch, row, count, positions, dictionaries, ledger);
    row += count;
    if (row == place.rows()) {
      row = 0;
      batch++;
      skipEmpty();
    }
    return chunk;
  }

  @Override
  public boolean isExhausted() {
    return batch == file.batches().size();
  }

  @Override
  public void close() {
    dictionaries.close();
  }
}
