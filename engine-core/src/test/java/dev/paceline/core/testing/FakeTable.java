package dev.paceline.core.testing;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkFilter;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A table of BIGINT columns whose value in row r of column c is {@code r * (c + 1)}, in chunks that
 * arrive in random order and, if asked, late. Predicates of several ranges take row by row.
 */
public final class FakeTable implements ScanTarget {
  private final int columns;
  private final int[] chunkRows;
  private final long seed;
  private final int failingChunk;

  /** Chunks that have been handed out and not been given back, over all scans. */
  public final AtomicInteger pinned = new AtomicInteger();

  /** What the last scan was told to call when others need memory. */
  public volatile @Nullable Runnable giveBack;

  /** Rows that filters were asked for that take row by row, over all scans. */
  public final AtomicLong rowsTakenSingly = new AtomicLong();

  /**
   * @param failingChunk number of the chunk that cannot be read; -1 for none
   */
  public FakeTable(int columns, int[] chunkRows, long seed, int failingChunk) {
    this.columns = columns;
    this.chunkRows = chunkRows.clone();
    this.seed = seed;
    this.failingChunk = failingChunk;
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public long rowCount() {
    long rows = 0;
    for (int chunk : chunkRows) {
      rows += chunk;
    }
    return rows;
  }

  @Override
  public List<DataType> columnTypes() {
    return Collections.nCopies(columns, DataType.INT64);
  }

  @Override
  public boolean isSorted(int column) {
    return true;
  }

  @Override
  public ValueRange range(int column) {
    return new ValueRange(0, Math.max(0, rowCount() - 1) * (column + 1));
  }

  @Override
  public ChunkSource openScan(int[] wanted, List<ScanPredicate> predicates, BitSet onlyTested) {
    return new FakeSource(wanted.clone());
  }

  private final class FakeSource implements ChunkSource {
    private final int[] wanted;
    private final List<FakeChunk> waiting = new ArrayList<>();
    private final Random random = new Random(seed);
    private @Nullable Runnable wakeUp;
    private boolean late;

    FakeSource(int[] wanted) {
      this.wanted = wanted;
      long firstRow = 0;
      for (int i = 0; i < chunkRows.length; i++) {
        waiting.add(new FakeChunk(i, firstRow, chunkRows[i], wanted, 0));
        firstRow += chunkRows[i];
      }
      Collections.shuffle(waiting, random);
    }

    @Override
    public synchronized @Nullable Chunk next() {
      if (waiting.isEmpty()) {
        return null;
      }
      if (!late && wakeUp != null && random.nextInt(3) == 0) {
        late = true;
        Thread.ofVirtual().start(this::arrive);
      }
      if (late) {
        return null;
      }
      FakeChunk chunk = waiting.removeLast();
      pinned.incrementAndGet();
      return chunk;
    }

    private void arrive() {
      Runnable listener;
      synchronized (this) {
        late = false;
        listener = wakeUp;
      }
      listener.run();
    }

    @Override
    public synchronized boolean exhausted() {
      return waiting.isEmpty();
    }

    @Override
    public void release(Chunk chunk) {
      pinned.decrementAndGet();
    }

    @Override
    public synchronized void release(Chunk chunk, int firstRow) {
      FakeChunk unread = (FakeChunk) chunk;
      waiting.add(new FakeChunk(unread.number, unread.first, unread.rows, unread.wanted, firstRow));
      pinned.decrementAndGet();
    }

    @Override
    public void onShortage(Runnable newGiveBack) {
      giveBack = newGiveBack;
    }

    @Override
    public synchronized void onAvailable(Runnable listener) {
      wakeUp = listener;
    }

    @Override
    public long totalRows() {
      return rowCount();
    }

    @Override
    public synchronized void close() {
      waiting.clear();
    }

    @Override
    public String toString() {
      return "scan of " + wanted.length + " columns";
    }
  }

  private final class FakeChunk implements Chunk {
    private final int number;

    /** Of the table's rows. */
    private final long first;

    private final int rows;
    private final int[] wanted;
    private final int firstRow;

    FakeChunk(int number, long first, int rows, int[] wanted, int firstRow) {
      this.number = number;
      this.first = first;
      this.rows = rows;
      this.wanted = wanted;
      this.firstRow = firstRow;
    }

    @Override
    public int firstRow() {
      return firstRow;
    }

    @Override
    public int rowCount() {
      return rows;
    }

    @Override
    public ChunkColumn column(int index) {
      if (number == failingChunk) {
        throw new IllegalStateException("chunk " + number + " cannot be read");
      }
      return new FakeColumn(first, rows, wanted[index] + 1L);
    }

    @Override
    public int blockCount() {
      return wanted.length;
    }

    @Override
    public long bytes() {
      return (long) Long.BYTES * rows * wanted.length;
    }

    @Override
    public long readBytes() {
      return 0;
    }
  }

  private final class FakeColumn implements ChunkColumn {
    private final long firstRow;
    private final int rows;
    private final long factor;

    FakeColumn(long firstRow, int rows, long factor) {
      this.firstRow = firstRow;
      this.rows = rows;
      this.factor = factor;
    }

    private long value(int row) {
      return (firstRow + row) * factor;
    }

    @Override
    public DataType type() {
      return DataType.INT64;
    }

    @Override
    public ColumnStatistics statistics() {
      return ColumnStatistics.unknown(rows, 0);
    }

    @Override
    public ChunkFilter filter(ColumnPredicate predicate, ColumnVector scratch) {
      LongRanges ranges = (LongRanges) predicate;
      return new ChunkFilter() {
        @Override
        public Outcome outcome() {
          return Outcome.SOME_MATCH;
        }

        @Override
        public boolean takesRowByRow() {
          return ranges.lows().length > 1;
        }

        @Override
        public void narrow(int fromRow, int rowCount, MemorySegment bitmap) {
          if (takesRowByRow()) {
            rowsTakenSingly.addAndGet(Bitmaps.count(bitmap, 0, rowCount));
          }
          for (int i = 0; i < rowCount; i++) {
            if (!ranges.contains(value(fromRow + i))) {
              Bitmaps.clear(bitmap, 0, i);
            }
          }
        }
      };
    }

    @Override
    public void read(int fromRow, int rowCount, ColumnVector out) {
      MemorySegment lanes = out.scratch(8L * rowCount);
      for (int i = 0; i < rowCount; i++) {
        lanes.set(ValueLayout.JAVA_LONG, 8L * i, value(fromRow + i));
      }
      out.setLongs(lanes, 0);
    }

    @Override
    public void read(int fromRow, Selection selection, ColumnVector out) {
      MemorySegment lanes = out.scratch(8L * selection.count());
      for (int i = 0; i < selection.count(); i++) {
        int row = selection.positions().get(ValueLayout.JAVA_INT, 4L * i);
        lanes.set(ValueLayout.JAVA_LONG, 8L * i, value(fromRow + row));
      }
      out.setLongs(lanes, 0);
    }
  }
}
