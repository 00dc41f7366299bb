package dev.paceline.storage.table;

import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ScanTarget.FirstRows;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.storage.scan.ScanTable;
import dev.paceline.storage.table.rowgroup.RowGroup;
import dev.paceline.storage.table.rowgroup.RowGroupSelection;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A scan of the row groups that the predicates do not exclude by their statistics. Any thread may
 * call any method.
 *
 * <p>It holds the version of the table until it is closed and has its chunks back; how the blocks
 * come into memory is up to the {@link TableStore}.
 */
final class TableScan implements ChunkSource {
  private final ChunkSource chunks;
  private final TableVersion version;
  private final long skippedBlocks;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Chunks that are handed out, and the scan itself as long as it is open. */
  private final AtomicInteger holds = new AtomicInteger(1);

  private TableScan(ChunkSource chunks, TableVersion version, long skippedBlocks) {
    this.chunks = chunks;
    this.version = version;
    this.skippedBlocks = skippedBlocks;
  }

  /**
   * @param version held by the caller during this call
   * @param onlyTested see {@link dev.paceline.core.scan.ScanTarget#openScan}
   * @param firstRows which rows a sort above wants; null for all
   */
  static TableScan open(
      TableStore store,
      TableVersion version,
      int[] columns,
      List<ScanPredicate> predicates,
      BitSet onlyTested,
      @Nullable FirstRows firstRows) {
    // In memory there is nothing to spare, and a scan that reads a few row groups needs one part.
    boolean spares = store.buffers() != null && firstRows == null;
    BitSet sparable = spares ? onlyTested : new BitSet();
    ScanParts parts = ScanParts.of(version.rowGroups(), columns, predicates, sparable);
    version.retain();
    try {
      ChunkSource chunks = parts.open(store, version.scans(), firstRows);
      return new TableScan(chunks, version, parts.skippedBlocks());
    } catch (RuntimeException | Error e) {
      version.release();
      throw e;
    }
  }

  /**
   * Reads one row group, waiting until it is in memory, but not for ever: other scans may have all
   * the room or all the slots of the table. For callers' threads, never for workers.
   *
   * @param group held by the caller
   * @param columns of the table
   * @param patienceNanos how long to wait
   * @param use is given the blocks in this order, and must not keep them
   * @return null if the row group did not come in time, or the thread was interrupted
   */
  static <R> @Nullable R read(
      TableStore store,
      ScanTable table,
      RowGroup group,
      int[] columns,
      long patienceNanos,
      Function<Chunk, R> use) {
    long deadline = System.nanoTime() + patienceNanos;
    Semaphore available = new Semaphore(0);
    try (ChunkSource scan = store.openScan(table, RowGroupSelection.of(group), columns, false)) {
      scan.onAvailable(available::release);
      Chunk chunk = scan.next();
      while (chunk == null) {
        if (!available.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          return null;
        }
        chunk = scan.next();
      }
      try {
        return use.apply(chunk);
      } finally {
        scan.release(chunk);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  @Override
  public @Nullable Chunk next() {
    holds.incrementAndGet();
    Chunk chunk = null;
    try {
      chunk = chunks.next();
      return chunk;
    } finally {
      if (chunk == null) {
        letGo();
      }
    }
  }

  @Override
  public boolean exhausted() {
    return chunks.exhausted();
  }

  @Override
  public void release(Chunk chunk) {
    chunks.release(chunk);
    letGo();
  }

  @Override
  public void release(Chunk chunk, int firstRow) {
    chunks.release(chunk, firstRow);
    letGo();
  }

  @Override
  public void onShortage(Runnable giveBack) {
    chunks.onShortage(giveBack);
  }

  @Override
  public void onAvailable(Runnable wakeUp) {
    chunks.onAvailable(wakeUp);
  }

  @Override
  public long totalRows() {
    return chunks.totalRows();
  }

  @Override
  public long skippedBlocks() {
    return skippedBlocks + chunks.skippedBlocks();
  }

  @Override
  public long sharedBlocks() {
    return chunks.sharedBlocks();
  }

  @Override
  public long waitedNanos() {
    return chunks.waitedNanos();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      chunks.close();
      letGo();
    }
  }

  private void letGo() {
    if (holds.decrementAndGet() == 0) {
      version.release();
    }
  }
}
