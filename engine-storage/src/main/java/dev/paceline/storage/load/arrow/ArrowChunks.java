package dev.paceline.storage.load.arrow;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.arrow.body.ArrowDictionaries;
import dev.paceline.storage.load.arrow.body.SharedBuffers;
import dev.paceline.storage.load.arrow.metadata.ArrowFile;
import dev.paceline.storage.load.arrow.metadata.BatchPlace;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.load.share.FileKey;
import dev.paceline.storage.load.share.SharedScan;
import dev.paceline.storage.load.share.SharedUse;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The chunks of one file in a scan: record batches, or parts of them. */
final class ArrowChunks implements ChunkSequence {
  /**
   * Rows of a chunk at most: enough to be worth a work order, few enough to share a record batch.
   * Bits of bitmaps begin at whole bytes.
   */
  private static final int CHUNK_ROWS = 1 << 17;

  private final ArrowFile file;
  private final ArrowChunk.Wanted wanted;
  private final MemoryLedger ledger;
  private final ArrowDictionaries dictionaries;
  private final SharedScan scan;

  /** The chunks of all batches, so that every scan of the file finds the same ones. */
  private final List<ArrowChunk.Place> places = new ArrayList<>();

  /**
   * @param wanted what the scan reads of each chunk
   * @param key what scans share that find the same rows in the file
   */
  ArrowChunks(
      ArrowFile file, ArrowChunk.Wanted wanted, ScanOrder order, FileKey key, FileCache cache) {
    this.file = file;
    this.wanted = wanted;
    this.ledger = cache.ledger();
    this.dictionaries = new ArrowDictionaries(file, ledger);
    for (int batch = 0; batch < file.batches().size(); batch++) {
      addPlaces(batch);
    }
    BitSet all = new BitSet();
    all.set(0, places.size());
    this.scan = cache.attach(key, places.size(), all, wanted.positions(), order);
  }

  private void addPlaces(int batch) {
    BatchPlace place = file.batches().get(batch);
    int count = Math.ceilDiv(place.rows(), CHUNK_ROWS);
    SharedBuffers buffers =
        place.isCompressed() && count > 1
            ? new SharedBuffers(count, ledger, "a record batch of " + file.entry().path())
            : null;
    for (int row = 0; row < place.rows(); row += CHUNK_ROWS) {
      int rows = Math.min(CHUNK_ROWS, place.rows() - row);
      places.add(new ArrowChunk.Place(batch, row, rows, buffers));
      if (rows < CHUNK_ROWS) {
        break; // the next row might exceed the largest integer
      }
    }
  }

  @Override
  public @Nullable FileChunk next() {
    SharedUse use = scan.take();
    return use == null
        ? null
        : new ArrowChunk(file, places.get(use.index()), wanted, use, dictionaries, ledger);
  }

  @Override
  public boolean isExhausted() {
    return scan.isExhausted();
  }

  @Override
  public void close() {
    scan.close();
    dictionaries.close();
    for (ArrowChunk.Place place : places) {
      if (place.buffers() != null) {
        place.buffers().close();
      }
    }
  }
}
