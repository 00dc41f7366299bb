package dev.paceline.storage.file;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.storage.file.Manifest.RowGroupReference;
import dev.paceline.storage.file.SegmentFooter.RowGroupEntry;
import dev.paceline.storage.scan.ScanTable;
import dev.paceline.storage.scan.StoredChunk;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.rowgroup.BlockSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row group in a segment file. All snapshots that have the row group share its one chunk, so what
 * a scan of one version reads serves scans of another.
 */
final class StoredRowGroup implements BlockSource {
  private final DirectoryTableStore store;
  private final Segment segment;
  private final int index;
  private final RowGroupEntry entry;
  private final TableDefinition table;

  /** Made for the first scan. */
  @GuardedBy("this")
  private @Nullable StoredChunk chunk;

  /**
   * @param store of which this takes over one hold of the segment
   */
  StoredRowGroup(
      DirectoryTableStore store,
      Segment segment,
      int index,
      RowGroupEntry entry,
      TableDefinition table) {
    this.store = store;
    this.segment = segment;
    this.index = index;
    this.entry = entry;
    this.table = table;
  }

  Segment segment() {
    return segment;
  }

  RowGroupReference reference() {
    return new RowGroupReference(segment.number, index);
  }

  /**
   * The chunk of the row group; takes no other lock.
   *
   * @param scans the same at each call
   * @param position of the row group, which does not change between calls without {@link #moved}
   */
  synchronized StoredChunk chunk(ScanTable scans, int position) {
    StoredChunk existing = chunk;
    if (existing == null) {
      List<SegmentBlock> blocks = new ArrayList<>();
      for (int column = 0; column < table.columnCount(); column++) {
        blocks.add(
            new SegmentBlock(segment.file, entry.blocks().get(column), table.column(column)));
      }
      existing = new StoredChunk(scans, position, entry.rowCount(), blocks);
      chunk = existing;
    }
    return existing;
  }

  @Override
  public long frameBytes(int column) {
    return new SegmentBlock(segment.file, entry.blocks().get(column), table.column(column)).bytes();
  }

  /** A merge has read it where it would have been, before it became part of a version. */
  @Override
  public void moved() {
    StoredChunk existing;
    synchronized (this) {
      existing = chunk;
      chunk = null;
    }
    if (existing != null) {
      store.buffers().drop(existing);
    }
  }

  @Override
  public void dispose() {
    StoredChunk existing;
    synchronized (this) {
      existing = chunk;
    }
    if (existing != null) {
      store.buffers().drop(existing);
    }
    store.letGo(segment);
  }
}
