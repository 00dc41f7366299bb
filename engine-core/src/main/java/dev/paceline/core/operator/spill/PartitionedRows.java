package dev.paceline.core.operator.spill;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.key.KeyHasher;
import dev.paceline.core.spill.TemporaryFile;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows in a temporary file, spread over {@link HashPartitions} by some of their columns: rows with
 * equal keys are in the same partition. The partitioning of the GRACE hash join (Kitsuregawa,
 * Tanaka and Moto-oka, Application of Hash to Data Base Machine and Its Architecture, 1983).
 *
 * <p>Workers write by a {@link Writer} of their own each; after {@link #finish}, any worker reads
 * any partition, any number of times.
 */
public final class PartitionedRows implements AutoCloseable {
  /** State of less memory than this is not worth to be divided further. */
  public static final long DIVIDED_BYTES = 1L << 20;

  /** What a {@link Writer} needs, about. */
  public static final long WRITER_BYTES = (long) HashPartitions.COUNT * PageLayout.PAGE_BYTES;

  private final QueryContext query;
  private final PageLayout layout;
  private final int[] keys;
  private final int level;
  private final TemporaryFile file;
  private final SpilledRows[] partitions = new SpilledRows[HashPartitions.COUNT];

  @GuardedBy("this")
  private final List<Writer> writers = new ArrayList<>();

  /**
   * @param purpose what messages call the rows
   * @param keys columns that decide a row's partition
   * @param level of the partitions, as in {@link HashPartitions#of}
   */
  public PartitionedRows(
      String purpose, List<DataType> types, int[] keys, int level, QueryContext query) {
    this.query = query;
    this.layout = new PageLayout(types, query.batchRows());
    this.keys = keys.clone();
    this.level = level;
    this.file = query.temporaryFiles().create(purpose);
    for (int i = 0; i < partitions.length; i++) {
      partitions[i] = new SpilledRows();
    }
  }

  public int level() {
    return level;
  }

  /** One worker's way to add rows, with pages in its memory. */
  public synchronized Writer newWriter(WorkerContext context) {
    Writer writer = new Writer(context);
    writers.add(writer);
    return writer;
  }

  /** Writes what is left in memory. Called once, after the last row. */
  public synchronized void finish() {
    writers.forEach(Writer::finish);
    writers.clear();
  }

  /** Rows of a partition; after {@link #finish}. */
  public long rowCount(int partition) {
    return partitions[partition].rowCount();
  }

  /** Rows of all partitions; after {@link #finish}. */
  public long rowCount() {
    long count = 0;
    for (SpilledRows rows : partitions) {
      count += rows.rowCount();
    }
    return count;
  }

  /**
   * Reads a partition, until the consumer wants no more; checks cancellation for each batch.
   *
   * @return false if the consumer wanted no more
   */
  public boolean read(int partition, WorkerContext context, BatchConsumer out) {
    PageReader reader = new PageReader(layout, context.memory());
    try {
      for (SpilledRows.Page page : partitions[partition].pages()) {
        query.cancellation().check();
        if (!out.accept(reader.read(file, page))) {
          return false;
        }
      }
      return true;
    } finally {
      reader.release();
    }
  }

  /** Gives the room on the disk back; the query's end does, too. */
  @Override
  public void close() {
    file.close();
  }

  /** One worker's rows, sorted into a page for each partition. One thread at a time. */
  public final class Writer implements BatchConsumer {
    private final MemoryScope scope;
    private final Compactor compactor;
    private final KeyHasher hasher;
    private final ColumnVector[] keyColumns = new ColumnVector[keys.length];
    private final MemorySegment hashes;
    private final byte[] partitionOf;
    private final MemorySegment positions;
    private final LaneEncoder encoder;
    private final RowPage[] pages = new RowPage[HashPartitions.COUNT];

    private Writer(WorkerContext context) {
      scope = context.memory();
      int capacity = context.batchRows();
      compactor = new Compactor(layout.types().toArray(new DataType[0]), scope, capacity);
      hasher = new KeyHasher(keys.length, scope, capacity);
      hashes = scope.allocate(8L * capacity);
      partitionOf = new byte[capacity];
      positions = scope.allocate(4L * capacity);
      encoder = new LaneEncoder(layout, scope, capacity);
    }

    /** Adds the selected rows of a batch; always wants more. */
    @Override
    public boolean accept(Batch batch) {
      Selection selection = batch.selection();
      write(batch, selection == null ? null : selection.positions(), batch.selectedCount());
      return true;
    }

    /**
     * Adds some rows of a batch, whatever its selection.
     *
     * @param selected 32-bit row numbers; null for the first {@code count} rows
     */
    public void write(Batch batch, @Nullable MemorySegment selected, int count) {
      int[] ends = sort(batch, selected, count);
      encoder.encode(compactor.gather(batch, positions, count));
      int from = 0;
      for (int partition = 0; partition < ends.length; partition++) {
        if (ends[partition] > from) {
          append(partition, from, ends[partition]);
          from = ends[partition];
        }
      }
    }

    /** Sorts row numbers by partition, by counting; returns where each partition ends. */
    private int[] sort(Batch batch, @Nullable MemorySegment selected, int count) {
      for (int i = 0; i < keys.length; i++) {
        keyColumns[i] = batch.column(keys[i]);
      }
      hasher.hash(keyColumns, batch.rowCount(), hashes);
      int[] ends = new int[HashPartitions.COUNT + 1];
      for (int i = 0; i < count; i++) {
        int row = selected == null ? i : selected.get(ValueLayout.JAVA_INT, (long) i << 2);
        long hash = hashes.get(ValueLayout.JAVA_LONG, (long) row << 3);
        int partition = HashPartitions.of(hash, level);
        partitionOf[i] = (byte) partition;
        ends[partition + 1]++;
      }
      for (int i = 1; i < ends.length; i++) {
        ends[i] += ends[i - 1];
      }
      int[] next = new int[HashPartitions.COUNT];
      System.arraycopy(ends, 0, next, 0, next.length);
      for (int i = 0; i < count; i++) {
        int row = selected == null ? i : selected.get(ValueLayout.JAVA_INT, (long) i << 2);
        positions.set(ValueLayout.JAVA_INT, (long) next[partitionOf[i]]++ << 2, row);
      }
      return next;
    }

    private void append(int partition, int first, int end) {
      RowPage page = pages[partition];
      if (page == null) {
        page = new RowPage(layout, scope);
        pages[partition] = page;
      }
      int from = first;
      while (from < end) {
        int count = page.room(encoder, from, end - from);
        if (count == 0) {
          write(partition, page);
        } else {
          page.append(encoder, from, count);
          from += count;
        }
      }
    }

    private void write(int partition, RowPage page) {
      int rows = page.rows();
      partitions[partition].add(new SpilledRows.Page(page.write(file), rows));
    }

    private void finish() {
      for (int partition = 0; partition < pages.length; partition++) {
        RowPage page = pages[partition];
        if (page != null) {
          if (page.rows() > 0) {
            write(partition, page);
          }
          page.release();
          pages[partition] = null;
        }
      }
    }
  }
}
