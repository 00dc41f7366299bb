package dev.paceline.storage.scan;

import dev.paceline.core.exec.Chunk;
import dev.paceline.core.exec.ChunkColumn;
import dev.paceline.core.exec.ChunkSource;
import dev.paceline.storage.scan.ScanEvents.ScanWait;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query's scan, registered with all that it wants before the first block is read. All workers of
 * the query draw from the one registration. Any thread may call any method; none waits for input.
 */
final class CooperativeScan extends RegisteredScan implements ChunkSource {
  private final ActiveBufferManager manager;
  private final int[] columns;
  private final long totalRows;
  private final boolean furtherPart;
  private volatile Runnable wakeUp = () -> {};

  // Guarded by the manager's lock from here on.

  boolean closed;
  long waitedNanos;
  private long waitBegan = NOT_WAITING;
  private @Nullable ScanWait waitEvent;

  /**
   * @param columns of the table
   * @param furtherPart see {@link #isFurtherPart}
   */
  CooperativeScan(
      ActiveBufferManager manager,
      ScanTable table,
      List<StoredChunk> chunks,
      int[] columns,
      boolean furtherPart) {
    super(
        table,
        chunks.isEmpty() ? 0 : StoredChunk.unitsOf(chunks.getFirst().columnCount(), columns),
        false,
        chunks);
    this.manager = manager;
    this.columns = columns.clone();
    this.furtherPart = furtherPart;
    this.totalRows = chunks.stream().mapToLong(StoredChunk::rows).sum();
  }

  private record PinnedChunk(StoredChunk chunk, ChunkColumn[] columns) implements Chunk {
    @Override
    public int rowCount() {
      return chunk.rows();
    }

    @Override
    public ChunkColumn column(int index) {
      return columns[index];
    }

    @Override
    public int blockCount() {
      return columns.length;
    }
  }

  @Override
  boolean isFurtherPart() {
    return furtherPart;
  }

  @Override
  public @Nullable Chunk next() {
    StoredChunk chunk = manager.next(this);
    if (chunk == null) {
      return null;
    }
    ChunkColumn[] contents = new ChunkColumn[columns.length];
    for (int i = 0; i < contents.length; i++) {
      contents[i] = chunk.content(columns[i]);
    }
    return new PinnedChunk(chunk, contents);
  }

  @Override
  public boolean isAvailable() {
    return manager.isAvailable(this);
  }

  @Override
  public boolean exhausted() {
    return manager.isExhausted(this);
  }

  @Override
  public void release(Chunk chunk) {
    manager.release(this, ((PinnedChunk) chunk).chunk());
  }

  @Override
  public void onAvailable(Runnable newWakeUp) {
    wakeUp = newWakeUp;
    newWakeUp.run();
  }

  void wakeUp() {
    wakeUp.run();
  }

  @Override
  public long totalRows() {
    return totalRows;
  }

  int columnCount() {
    return columns.length;
  }

  /** Workers have found no chunk. */
  void waits(long now) {
    if (waitBegan == NOT_WAITING) {
      waitBegan = now;
      waitEvent = new ScanWait();
      waitEvent.begin();
    }
  }

  /** A chunk was handed out. */
  void stopsWaiting(long now) {
    ScanWait event = waitEvent;
    if (event != null) {
      waitedNanos += now - waitBegan;
      waitBegan = NOT_WAITING;
      waitEvent = null;
      event.commit(this);
    }
  }

  @Override
  public long sharedBlocks() {
    return manager.sharedBlocks(this);
  }

  @Override
  public long waitedNanos() {
    return manager.waitedNanos(this);
  }

  @Override
  public void close() {
    manager.unregister(this);
  }
}
