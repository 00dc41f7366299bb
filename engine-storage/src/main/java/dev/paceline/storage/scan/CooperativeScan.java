package dev.paceline.storage.scan;

import dev.paceline.core.exec.Chunk;
import dev.paceline.core.exec.ChunkColumn;
import dev.paceline.core.exec.ChunkSource;
import dev.paceline.storage.scan.ScanEvents.ScanWait;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
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
  private final LongAdder sharedBlocks = new LongAdder();
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

  private record PinnedChunk(StoredChunk chunk, ChunkColumn[] columns, long bytes, long readBytes)
      implements Chunk {
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
    long read = chunk.loadedFor(this);
    long bytes = 0;
    long readBytes = 0;
    int shared = 0;
    for (int i = 0; i < contents.length; i++) {
      contents[i] = chunk.content(columns[i]);
      StoredBlock block = chunk.block(columns[i]);
      bytes += block.encodedBytes();
      if (chunk.isIn(read, columns[i])) {
        readBytes += block.storedBytes();
      } else {
        shared++;
      }
    }
    sharedBlocks.add(shared);
    return new PinnedChunk(chunk, contents, bytes, readBytes);
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
    return sharedBlocks.sum();
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
