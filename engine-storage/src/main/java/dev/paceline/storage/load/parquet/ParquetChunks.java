package dev.paceline.storage.load.parquet;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.storage.encoding.ZoneMap;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The chunks of one scan: parts of the row groups that statistics do not rule out. */
final class ParquetChunks implements ChunkSequence {
  /** Rows of a chunk at most: enough to be worth a work order, few enough to share a row group. */
  private static final int CHUNK_ROWS = 1 << 17;

  /** Chunks start at whole batches. */
  private static final int BATCH_ROWS = 2048;

  private final MemoryLedger ledger;
  private final ArrayDeque<ParquetRowGroup> rowGroups = new ArrayDeque<>();
  private long skippedBlocks;

  /** The first row of the first row group that is in no chunk yet. */
  private long nextRow;

  /**
   * A file of a scan.
   *
   * @param columns what the scan wants of it, in the order of the scan
   */
  record Part(ParquetFile file, List<ParquetColumn> columns) {}

  ParquetChunks(List<Part> parts, List<ScanPredicate> predicates, MemoryLedger ledger) {
    this.ledger = ledger;
    for (Part part : parts) {
      List<RowGroupMetadata> all = part.file().metadata().rowGroups();
      for (int i = 0; i < all.size(); i++) {
        RowGroupMetadata rowGroup = all.get(i);
        if (rowGroup.rowCount() == 0) {
          continue;
        }
        if (mayMatch(part.columns(), rowGroup, predicates)) {
          rowGroups.add(new ParquetRowGroup(part.file(), i, part.columns()));
        } else {
          skippedBlocks += chunkCount(rowGroup.rowCount()) * part.columns().size();
        }
      }
    }
  }

  private static boolean mayMatch(
      List<ParquetColumn> columns, RowGroupMetadata rowGroup, List<ScanPredicate> predicates) {
    for (ScanPredicate predicate : predicates) {
      ParquetColumn column = columns.get(predicate.column());
      if (!ZoneMap.mayMatch(ParquetBounds.of(column, rowGroup), predicate.predicate())) {
        return false;
      }
    }
    return true;
  }

  private static long chunkCount(long rows) {
    return (rows + CHUNK_ROWS - 1) / CHUNK_ROWS;
  }

  /** Rows of each chunk of a row group but the last one; about equal parts. */
  private static int chunkRows(long rows) {
    long each = (rows + chunkCount(rows) - 1) / chunkCount(rows);
    return (int) ((each + BATCH_ROWS - 1) / BATCH_ROWS * BATCH_ROWS);
  }

  @Override
  public @Nullable FileChunk next() {
    ParquetRowGroup rowGroup = rowGroups.peek();
    if (rowGroup == null) {
      return null;
    }
    long rows = rowGroup.rowCount();
    long from = nextRow;
    int count = (int) Math.min(chunkRows(rows), rows - from);
    nextRow = from + count;
    if (nextRow == rows) {
      nextRow = 0;
      rowGroups.remove();
    }
    return new ParquetChunk(rowGroup, from, count, ledger);
  }

  @Override
  public boolean isExhausted() {
    return rowGroups.isEmpty();
  }

  @Override
  public long skippedBlocks() {
    return skippedBlocks;
  }
}
