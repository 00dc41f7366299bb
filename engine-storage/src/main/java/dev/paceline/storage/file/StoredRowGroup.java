package dev.paceline.storage.file;

import dev.paceline.storage.buffer.BufferPool;
import dev.paceline.storage.buffer.PoolBlock;
import dev.paceline.storage.buffer.PoolRequest;
import dev.paceline.storage.encoding.EncodedColumn;
import dev.paceline.storage.file.Manifest.RowGroupReference;
import dev.paceline.storage.file.SegmentFooter.RowGroupEntry;
import dev.paceline.storage.table.BlockRequest;
import dev.paceline.storage.table.BlockSource;
import dev.paceline.storage.table.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row group in a segment file, read through the buffer pool. */
final class StoredRowGroup implements BlockSource {
  private final DirectoryTableStore store;
  private final Segment segment;
  private final int index;
  private final List<SegmentBlock> blocks = new ArrayList<>();

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
    for (int column = 0; column < table.columnCount(); column++) {
      blocks.add(new SegmentBlock(segment.file, entry.blocks().get(column), table.column(column)));
    }
  }

  Segment segment() {
    return segment;
  }

  RowGroupReference reference() {
    return new RowGroupReference(segment.number, index);
  }

  @Override
  public BlockRequest request(int[] columns, Runnable whenSettled) {
    List<PoolBlock<EncodedColumn>> wanted = new ArrayList<>(columns.length);
    for (int column : columns) {
      wanted.add(blocks.get(column));
    }
    BufferPool pool = store.pool();
    return new Request(pool.request(wanted, whenSettled));
  }

  @Override
  public void dispose() {
    store.letGo(segment);
  }

  private record Request(PoolRequest<EncodedColumn> request) implements BlockRequest {
    @Override
    public @Nullable List<EncodedColumn> take() {
      return request.take();
    }

    @Override
    public void close() {
      request.close();
    }
  }
}
