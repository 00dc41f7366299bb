package dev.paceline.storage.load;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ScanCounters;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A scan of files: hands out chunks before they are read, and frees what they loaded when it has
 * them back. Any thread may call any method.
 */
public final class FileScan implements ChunkSource {
  private final ChunkSequence chunks;
  private final long estimatedRows;

  /** Chunks that are handed out, and the scan itself as long as it is open. */
  @GuardedBy("this")
  private int holds = 1;

  @GuardedBy("this")
  private boolean closed;

  private final LongAdder chunksLoaded = new LongAdder();
  private final LongAdder chunksShared = new LongAdder();
  private final LongAdder chunksCached = new LongAdder();
  private final LongAdder blocksShared = new LongAdder();

  /**
   * @param estimatedRows of all chunks, for progress
   */
  public FileScan(ChunkSequence chunks, long estimatedRows) {
    this.chunks = chunks;
    this.estimatedRows = estimatedRows;
  }

  @Override
  public synchronized @Nullable Chunk next() {
    FileChunk chunk = closed ? null : chunks.next();
    if (chunk != null) {
      holds++;
    }
    return chunk;
  }

  @Override
  public synchronized boolean exhausted() {
    return closed || chunks.isExhausted();
  }

  @Override
  public void release(Chunk chunk) {
    FileChunk taken = (FileChunk) chunk;
    if (taken.isLoaded()) {
      count(taken);
    }
    taken.free();
    letGo();
  }

  private void count(FileChunk chunk) {
    chunksLoaded.increment();
    switch (chunk.origin()) {
      case READ -> {}
      case SHARED -> chunksShared.increment();
      case CACHED -> chunksCached.increment();
    }
    if (chunk.origin() != FileChunk.Origin.READ) {
      blocksShared.add(chunk.blockCount());
    }
  }

  @Override
  public void addFileChunks(ScanCounters counters) {
    counters.chunks.add(chunksLoaded.sum());
    counters.chunksShared.add(chunksShared.sum());
    counters.chunksCached.add(chunksCached.sum());
  }

  @Override
  public long sharedBlocks() {
    return blocksShared.sum();
  }

  /** Never called: one work order reads all of a chunk of a file. */
  @Override
  public void release(Chunk chunk, int firstRow) {
    throw new IllegalStateException("chunks of files are not given back before their end");
  }

  @Override
  public void onAvailable(Runnable wakeUp) {
    chunks.onAvailable(wakeUp);
    wakeUp.run();
  }

  @Override
  public long totalRows() {
    return estimatedRows;
  }

  @Override
  public synchronized long skippedBlocks() {
    return chunks.skippedBlocks();
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    letGo();
  }

  private void letGo() {
    boolean last;
    synchronized (this) {
      holds--;
      last = holds == 0;
    }
    if (last) {
      chunks.close();
    }
  }
}
