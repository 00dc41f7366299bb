package dev.paceline.storage.table.rowgroup;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkSource;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * One scan of row groups that need unlike columns, as two: of those at the edges of a range, which
 * need all, and of those inside, whose rows all match, so that the blocks that would only be tested
 * are never read. Any thread may call any method.
 */
public final class SplitScan implements ChunkSource {
  private static final long NOT_WAITING = Long.MIN_VALUE;

  private final @Nullable ChunkSource edges;
  private final ChunkSource inside;
  private final BitSet spared;

  @GuardedBy("this")
  private long waitingSince = NOT_WAITING;

  @GuardedBy("this")
  private long waitedNanos;

  /**
   * @param edges null if there are none
   * @param spared positions of the wanted columns that are not read inside
   */
  public SplitScan(@Nullable ChunkSource edges, ChunkSource inside, BitSet spared) {
    this.edges = edges;
    this.inside = inside;
    this.spared = spared;
  }

  private final class InsideChunk implements Chunk {
    private final Chunk chunk;

    InsideChunk(Chunk chunk) {
      this.chunk = chunk;
    }

    @Override
    public int rowCount() {
      return chunk.rowCount();
    }

    @Override
    public int firstRow() {
      return chunk.firstRow();
    }

    @Override
    public ChunkColumn column(int index) {
      return spared.get(index)
          ? MatchedColumn.INSTANCE
          : chunk.column(index - spared.get(0, index).cardinality());
    }

    @Override
    public int blockCount() {
      return chunk.blockCount();
    }

    @Override
    public long bytes() {
      return chunk.bytes();
    }

    @Override
    public long readBytes() {
      return chunk.readBytes();
    }
  }

  @Override
  public @Nullable Chunk next() {
    Chunk chunk = edges != null && edges.isAvailable() ? edges.next() : null;
    if (chunk == null && inside.isAvailable()) {
      chunk = nextInside();
    }
    if (chunk == null && edges != null) {
      chunk = edges.next();
    }
    if (chunk == null) {
      // Neither had one: now both have been told so, and either will wake the query up.
      chunk = nextInside();
    }
    measureWait(chunk == null);
    return chunk;
  }

  private @Nullable Chunk nextInside() {
    Chunk chunk = inside.next();
    return chunk == null ? null : new InsideChunk(chunk);
  }

  private synchronized void measureWait(boolean waits) {
    if (waits) {
      if (waitingSince == NOT_WAITING && !exhausted()) {
        waitingSince = System.nanoTime();
      }
    } else if (waitingSince != NOT_WAITING) {
      waitedNanos += System.nanoTime() - waitingSince;
      waitingSince = NOT_WAITING;
    }
  }

  @Override
  public boolean exhausted() {
    return (edges == null || edges.exhausted()) && inside.exhausted();
  }

  @Override
  public void release(Chunk chunk) {
    if (chunk instanceof InsideChunk wrapped) {
      inside.release(wrapped.chunk);
    } else if (edges != null) {
      edges.release(chunk);
    }
  }

  @Override
  public void release(Chunk chunk, int firstRow) {
    if (chunk instanceof InsideChunk wrapped) {
      inside.release(wrapped.chunk, firstRow);
    } else if (edges != null) {
      edges.release(chunk, firstRow);
    }
  }

  @Override
  public void onShortage(Runnable giveBack) {
    if (edges != null) {
      edges.onShortage(giveBack);
    }
    inside.onShortage(giveBack);
  }

  @Override
  public void onAvailable(Runnable wakeUp) {
    if (edges != null) {
      edges.onAvailable(wakeUp);
    }
    inside.onAvailable(wakeUp);
  }

  @Override
  public long totalRows() {
    return (edges == null ? 0 : edges.totalRows()) + inside.totalRows();
  }

  @Override
  public long sharedBlocks() {
    return (edges == null ? 0 : edges.sharedBlocks()) + inside.sharedBlocks();
  }

  @Override
  public synchronized long waitedNanos() {
    return waitedNanos;
  }

  @Override
  public void close() {
    try {
      if (edges != null) {
        edges.close();
      }
    } finally {
      inside.close();
    }
  }
}
