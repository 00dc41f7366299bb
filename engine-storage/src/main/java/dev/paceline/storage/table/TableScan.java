package dev.paceline.storage.table;

import dev.paceline.core.exec.Chunk;
import dev.paceline.core.exec.ChunkSource;
import dev.paceline.core.exec.ScanTarget.ScanPredicate;
import dev.paceline.storage.encoding.ZoneMap;
import dev.paceline.storage.scan.ScanTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A scan of the row groups that the predicates do not exclude by their statistics. Any thread may
 * call any method.
 *
 * <p>It holds all of these row groups until it is closed and has its chunks back; how their blocks
 * come into memory is up to the {@link TableStore}.
 */
final class TableScan implements ChunkSource {
  private final ChunkSource chunks;
  private final List<RowGroup> rowGroups;
  private final long skippedBlocks;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Chunks that are handed out, and the scan itself as long as it is open. */
  private final AtomicInteger holds = new AtomicInteger(1);

  private TableScan(ChunkSource chunks, List<RowGroup> rowGroups, long skippedBlocks) {
    this.chunks = chunks;
    this.rowGroups = rowGroups;
    this.skippedBlocks = skippedBlocks;
  }

  /**
   * @param version held by the caller during this call
   * @param onlyTested see {@link dev.paceline.core.exec.ScanTarget#openScan}
   */
  static TableScan open(
      TableStore store,
      TableVersion version,
      int[] columns,
      List<ScanPredicate> predicates,
      BitSet onlyTested) {
    List<RowGroup> wanted = new ArrayList<>();
    for (RowGroup rowGroup : version.rowGroups()) {
      if (mayMatch(rowGroup, columns, predicates)) {
        wanted.add(rowGroup);
      }
    }
    long skipped = (long) (version.rowGroups().size() - wanted.size()) * columns.length;
    wanted.forEach(RowGroup::retain);
    try {
      // In memory there is nothing to spare.
      BitSet sparable = store.buffers() == null ? new BitSet() : onlyTested;
      ScanParts parts = ScanParts.of(wanted, columns, predicates, sparable);
      ChunkSource chunks = parts.open(store, version.scans());
      return new TableScan(chunks, wanted, skipped + parts.sparedBlocks());
    } catch (RuntimeException | Error e) {
      wanted.forEach(RowGroup::release);
      throw e;
    }
  }

  /**
   * Reads one row group, waiting until it is in memory. For callers' threads, never for workers.
   *
   * @param group held by the caller
   * @param columns of the table
   * @param use is given the blocks in this order, and must not keep them
   */
  static <R extends @Nullable Object> R read(
      TableStore store, ScanTable table, RowGroup group, int[] columns, Function<Chunk, R> use) {
    Semaphore available = new Semaphore(0);
    try (ChunkSource scan = store.openScan(table, List.of(group), columns, false)) {
      scan.onAvailable(available::release);
      Chunk chunk = scan.next();
      while (chunk == null) {
        available.acquireUninterruptibly();
        chunk = scan.next();
      }
      try {
        return use.apply(chunk);
      } finally {
        scan.release(chunk);
      }
    }
  }

  private static boolean mayMatch(
      RowGroup rowGroup, int[] columns, List<ScanPredicate> predicates) {
    for (ScanPredicate predicate : predicates) {
      if (!ZoneMap.mayMatch(
          rowGroup.statistics(columns[predicate.column()]), predicate.predicate())) {
        return false;
      }
    }
    return true;
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
  public void onAvailable(Runnable wakeUp) {
    chunks.onAvailable(wakeUp);
  }

  @Override
  public long totalRows() {
    return chunks.totalRows();
  }

  @Override
  public long skippedBlocks() {
    return skippedBlocks;
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
      rowGroups.forEach(RowGroup::release);
    }
  }
}
