package dev.paceline.core.testing;

import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A {@link FakeTable} whose scans get no chunk, or few, until a test opens the gate. */
public final class GatedTable implements ScanTarget {
  private final FakeTable table;
  private final List<Runnable> listeners = new ArrayList<>();
  private boolean open;

  /** Scans that have begun. */
  public final AtomicInteger scans = new AtomicInteger();

  /** The most chunks that were handed out at a time. */
  public final AtomicInteger mostPinned = new AtomicInteger();

  /** Runs whenever a scan has found a chunk, before the scan's caller gets it. */
  public volatile Runnable onChunk = () -> {};

  /** Runs whenever a scan is asked whether it is exhausted, before it answers. */
  public volatile Runnable onExhausted = () -> {};

  /** Chunks that pass nevertheless, of all scans. */
  private final AtomicInteger passing;

  public GatedTable(FakeTable table) {
    this(table, 0);
  }

  /**
   * @param passing chunks that scans get in any case
   */
  public GatedTable(FakeTable table, int passing) {
    this.table = table;
    this.passing = new AtomicInteger(passing);
  }

  /** Lets all scans go on. */
  public void open() {
    List<Runnable> all;
    synchronized (this) {
      open = true;
      all = List.copyOf(listeners);
    }
    all.forEach(Runnable::run);
  }

  private synchronized boolean isOpen() {
    return open;
  }

  @Override
  public String name() {
    return table.name();
  }

  @Override
  public long rowCount() {
    return table.rowCount();
  }

  @Override
  public List<DataType> columnTypes() {
    return table.columnTypes();
  }

  @Override
  public boolean isSorted(int column) {
    return table.isSorted(column);
  }

  @Override
  public ValueRange range(int column) {
    return table.range(column);
  }

  @Override
  public ChunkSource openScan(int[] columns, List<ScanPredicate> predicates, BitSet onlyTested) {
    scans.incrementAndGet();
    ChunkSource source = table.openScan(columns, predicates, onlyTested);
    return new ChunkSource() {
      @Override
      public @Nullable Chunk next() {
        Chunk chunk = isOpen() || passing.get() > 0 ? source.next() : null;
        if (chunk != null) {
          passing.decrementAndGet();
        }
        mostPinned.accumulateAndGet(table.pinned.get(), Math::max);
        if (chunk != null) {
          onChunk.run();
        }
        return chunk;
      }

      @Override
      public boolean exhausted() {
        onExhausted.run();
        return source.exhausted();
      }

      @Override
      public void release(Chunk chunk) {
        source.release(chunk);
      }

      @Override
      public void release(Chunk chunk, int firstRow) {
        source.release(chunk, firstRow);
      }

      @Override
      public void onAvailable(Runnable listener) {
        source.onAvailable(listener);
        synchronized (GatedTable.this) {
          listeners.add(listener);
        }
      }

      @Override
      public long totalRows() {
        return source.totalRows();
      }

      @Override
      public void close() {
        source.close();
      }
    };
  }
}
