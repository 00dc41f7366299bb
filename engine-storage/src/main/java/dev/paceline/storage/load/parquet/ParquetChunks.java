package dev.paceline.storage.load.parquet;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.storage.encoding.ZoneMap;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import dev.paceline.storage.load.parquet.page.RowRanges;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.load.share.FileKey;
import dev.paceline.storage.load.share.SharedScan;
import dev.paceline.storage.load.share.SharedUse;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The chunks of one file in a scan: parts of the row groups that statistics do not rule out. */
final class ParquetChunks implements ChunkSequence {
  /** Rows of a chunk at most: enough to be worth a work order, few enough to share a row group. */
  private static final int CHUNK_ROWS = 1 << 17;

  /** Chunks start at whole batches. */
  private static final int BATCH_ROWS = 2048;

  private final MemoryLedger ledger;
  private final SharedScan scan;

  /** The chunks of all row groups, so that every scan of the file finds the same ones. */
  private final List<Place> places = new ArrayList<>();

  private long skippedBlocks;

  /** The rows of a chunk. */
  private record Place(ParquetRowGroup rowGroup, RowRanges rows) {}

  /**
   * @param columns what the scan wants of the file, in the order of the scan
   * @param positions of these columns in the file
   * @param key what scans share that find the same rows in the file
   */
  ParquetChunks(
      ParquetFile file,
      List<ParquetColumn> columns,
      int[] positions,
      List<ScanPredicate> predicates,
      ScanOrder order,
      FileKey key,
      FileCache cache) {
    this.ledger = cache.ledger();
    BitSet wanted = new BitSet();
    List<RowGroupMetadata> rowGroups = file.metadata().rowGroups();
    for (int i = 0; i < rowGroups.size(); i++) {
      if (rowGroups.get(i).rowCount() == 0) {
        continue;
      }
      int first = places.size();
      addPlaces(new ParquetRowGroup(file, i, columns, predicates));
      if (mayMatch(columns, rowGroups.get(i), predicates)) {
        wanted.set(first, places.size());
      } else {
        skippedBlocks += (places.size() - first) * (long) columns.size();
      }
    }
    this.scan = cache.attach(key, places.size(), wanted, positions, order);
  }

  private static boolean mayMatch(
      List<ParquetColumn> columns, RowGroupMetadata rowGroup, List<ScanPredicate> predicates) {
    for (ScanPredicate predicate : predicates) {
      ParquetColumn column = columns.get(predicate.column());
      if (column.isStored()
          && !ZoneMap.mayMatch(ParquetBounds.of(column, rowGroup), predicate.predicate())) {
        return false;
      }
    }
    return true;
  }

  /** Cuts a row group into about equal parts. */
  private void addPlaces(ParquetRowGroup rowGroup) {
    long rows = rowGroup.rowCount();
    long chunks = (rows + CHUNK_ROWS - 1) / CHUNK_ROWS;
    long each = (rows + chunks - 1) / chunks;
    long chunkRows = (each + BATCH_ROWS - 1) / BATCH_ROWS * BATCH_ROWS;
    for (long from = 0; from < rows; from += chunkRows) {
      RowRanges range = RowRanges.of(from, Math.min(rows, from + chunkRows));
      places.add(new Place(rowGroup, range));
    }
  }

  @Override
  public @Nullable FileChunk next() {
    SharedUse use = scan.take();
    if (use == null) {
      return null;
    }
    Place place = places.get(use.index());
    return new ParquetChunk(place.rowGroup(), place.rows(), use, ledger);
  }

  @Override
  public boolean isExhausted() {
    return scan.isExhausted();
  }

  @Override
  public long skippedBlocks() {
    return skippedBlocks;
  }

  @Override
  public void close() {
    scan.close();
  }
}
