package dev.paceline.storage.table;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.storage.encoding.EncodedColumn;
import dev.paceline.storage.scan.ActiveBufferManager;
import dev.paceline.storage.scan.ScanTable;
import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.rowgroup.BlockSource;
import dev.paceline.storage.table.rowgroup.EncodedRowGroup;
import dev.paceline.storage.table.rowgroup.RowGroupSelection;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps tables in memory only: blocks stay where the encoder put them. */
final class MemoryTableStore implements TableStore {
  @Override
  public @Nullable Path directory() {
    return null;
  }

  @Override
  public boolean readOnly() {
    return false;
  }

  @Override
  public StoredDatabase load() {
    return StoredDatabase.EMPTY;
  }

  @Override
  public BlockSource write(TableIdentity table, EncodedRowGroup group) {
    try {
      return new ResidentBlocks(
          group,
          group.blocks().stream().map(block -> EncodedColumn.open(block.segment())).toList());
    } catch (RuntimeException | Error e) {
      group.close();
      throw e;
    }
  }

  @Override
  public void commit(List<DatabaseChange> changes) {}

  @Override
  public void close() {}

  @Override
  public ChunkSource openScan(
      ScanTable table, RowGroupSelection rowGroups, int[] columns, boolean furtherPart) {
    return new ResidentScan(rowGroups, columns);
  }

  @Override
  public @Nullable ActiveBufferManager buffers() {
    return null;
  }

  private record ResidentBlocks(EncodedRowGroup group, List<EncodedColumn> columns)
      implements BlockSource {
    @Override
    public void dispose() {
      group.close();
    }
  }

  private record ResidentChunk(ResidentBlocks blocks, int[] columns) implements Chunk {
    @Override
    public int rowCount() {
      return blocks.group().rowCount();
    }

    @Override
    public ChunkColumn column(int index) {
      return blocks.columns().get(columns[index]);
    }

    @Override
    public int blockCount() {
      return columns.length;
    }

    @Override
    public long bytes() {
      long bytes = 0;
      for (int column : columns) {
        bytes += blocks.group().summaries().get(column).bytes();
      }
      return bytes;
    }

    @Override
    public long readBytes() {
      return 0;
    }
  }

  /** One row group after the other. */
  private static final class ResidentScan implements ChunkSource {
    private final RowGroupSelection rowGroups;
    private final int[] columns;

    @GuardedBy("this")
    private int next;

    ResidentScan(RowGroupSelection rowGroups, int[] columns) {
      this.rowGroups = rowGroups;
      this.columns = columns.clone();
    }

    @Override
    public synchronized @Nullable Chunk next() {
      return exhausted()
          ? null
          : new ResidentChunk((ResidentBlocks) rowGroups.get(next++).blocks(), columns);
    }

    @Override
    public synchronized boolean exhausted() {
      return next == rowGroups.size();
    }

    @Override
    public void release(Chunk chunk) {}

    @Override
    public void release(Chunk chunk, int firstRow) {
      throw new IllegalStateException("what is in memory for good is not asked back");
    }

    @Override
    public void onAvailable(Runnable wakeUp) {
      wakeUp.run();
    }

    @Override
    public long totalRows() {
      return rowGroups.rowCount();
    }

    @Override
    public synchronized void close() {
      next = rowGroups.size();
    }
  }
}
