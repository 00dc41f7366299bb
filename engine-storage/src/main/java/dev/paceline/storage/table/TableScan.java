package dev.paceline.storage.table;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.exec.Chunk;
import dev.paceline.core.exec.ChunkColumn;
import dev.paceline.core.exec.ChunkSource;
import dev.paceline.core.exec.ScanTarget.ScanPredicate;
import dev.paceline.storage.encoding.EncodedColumn;
import dev.paceline.storage.encoding.ZoneMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A scan over row groups wherever their blocks are: asks for those of the next few row groups ahead
 * of time, and hands out whichever is there first. Any thread may call any method.
 *
 * <p>Row groups that the predicates exclude by their statistics are never asked for. The scan holds
 * each row group until its chunk is taken back.
 */
final class TableScan implements ChunkSource {
  /**
   * Row groups that are asked for before they are needed: enough to keep a reader busy while
   * workers are.
   */
  static final int READ_AHEAD = 4;

  private final int[] columns;
  private final long totalRows;
  private final long skippedBlocks;
  private volatile Runnable wakeUp = () -> {};

  @GuardedBy("this")
  private final Queue<RowGroup> waiting = new ArrayDeque<>();

  @GuardedBy("this")
  private final List<Requested> requested = new ArrayList<>(READ_AHEAD);

  private record Requested(RowGroup rowGroup, BlockRequest request) {
    void giveUp() {
      request.close();
      rowGroup.release();
    }
  }

  private record ScanChunk(RowGroup rowGroup, List<EncodedColumn> columns, BlockRequest request)
      implements Chunk {
    @Override
    public int rowCount() {
      return rowGroup.rowCount();
    }

    @Override
    public ChunkColumn column(int index) {
      return columns.get(index);
    }
  }

  /**
   * @param rowGroups held by the caller during this call
   */
  TableScan(List<RowGroup> rowGroups, int[] columns, List<ScanPredicate> predicates) {
    this.columns = columns.clone();
    long rows = 0;
    synchronized (this) {
      for (RowGroup rowGroup : rowGroups) {
        if (mayMatch(rowGroup, columns, predicates)) {
          rowGroup.retain();
          waiting.add(rowGroup);
          rows += rowGroup.rowCount();
        }
      }
      this.skippedBlocks = (long) (rowGroups.size() - waiting.size()) * columns.length;
    }
    this.totalRows = rows;
  }

  private static boolean mayMatch(
      RowGroup rowGroup, int[] columns, List<ScanPredicate> predicates) {
    for (ScanPredicate predicate : predicates) {
      var statistics = rowGroup.summaries().get(columns[predicate.column()]).statistics();
      if (!ZoneMap.mayMatch(statistics, predicate.predicate())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public synchronized @Nullable Chunk next() {
    readAhead();
    Iterator<Requested> candidates = requested.iterator();
    while (candidates.hasNext()) {
      Requested candidate = candidates.next();
      List<EncodedColumn> blocks = candidate.request().take();
      if (blocks != null) {
        candidates.remove();
        readAhead();
        return new ScanChunk(candidate.rowGroup(), blocks, candidate.request());
      }
    }
    return null;
  }

  @GuardedBy("this")
  private void readAhead() {
    while (requested.size() < READ_AHEAD && !waiting.isEmpty()) {
      RowGroup rowGroup = waiting.remove();
      requested.add(
          new Requested(rowGroup, rowGroup.blocks().request(columns, () -> wakeUp.run())));
    }
  }

  @Override
  public synchronized boolean exhausted() {
    return waiting.isEmpty() && requested.isEmpty();
  }

  @Override
  public void release(Chunk chunk) {
    ScanChunk own = (ScanChunk) chunk;
    own.request().close();
    own.rowGroup().release();
  }

  @Override
  public void onAvailable(Runnable newWakeUp) {
    wakeUp = newWakeUp;
    newWakeUp.run();
  }

  @Override
  public long totalRows() {
    return totalRows;
  }

  @Override
  public long skippedBlocks() {
    return skippedBlocks;
  }

  @Override
  public synchronized void close() {
    requested.forEach(Requested::giveUp);
    requested.clear();
    waiting.forEach(RowGroup::release);
    waiting.clear();
  }
}
