package dev.paceline.core.operator.spill;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.spill.TemporaryFile;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
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

  /** The most bytes, approximately, that a {@link Writer} needs without strings. */
  public static final long WRITER_BYTES = (long) HashPartitions.COUNT * PageLayout.PAGE_BYTES;

  private final QueryContext query;
  private final String purpose;
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
    this.purpose = purpose;
    this.layout = PageLayout.forFiles(types, query, HashPartitions.COUNT);
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

  /** One worker's way to add rows, with pages in memory of its own until {@link #finish}. */
  public Writer newWriter(WorkerContext context) {
    Writer writer = new Writer(context); // without the lock: it reserves memory
    synchronized (this) {
      writers.add(writer);
    }
    return writer;
  }

  /** Writes what is left in memory. Called once, after the last row. */
  public void finish() {
    takeWriters().forEach(Writer::finish);
  }

  /**
   * {@link #finish} by any workers: one order for each that has written, whose pages are all that
   * it writes.
   */
  public List<FinishOrder> finishOrders() {
    return takeWriters().stream().<FinishOrder>map(writer -> unused -> writer.finish()).toList();
  }

  private synchronized List<Writer> takeWriters() {
    List<Writer> all = List.copyOf(writers);
    writers.clear();
    return all;
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
    private final RowScatter scatter;
    private final RowPage[] pages = new RowPage[HashPartitions.COUNT];

    private Writer(WorkerContext context) {
      // of its own: a stage's scratch goes before the pages of all stages have been finished
      scope = query.budget().openScope(purpose + ", being written by " + query.name());
      scatter =
          new RowScatter(
              layout,
              keys,
              HashPartitions.COUNT,
              hash -> HashPartitions.of(hash, level),
              scope,
              context.batchRows());
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
      int[] ends = scatter.sort(batch, selected, count);
      int from = 0;
      for (int partition = 0; partition < ends.length; partition++) {
        if (ends[partition] > from) {
          append(partition, from, ends[partition]);
          from = ends[partition];
        }
      }
    }

    private void append(int partition, int first, int end) {
      RowPage page = pages[partition];
      if (page == null) {
        page = new RowPage(layout, scope);
        pages[partition] = page;
      }
      int from = first;
      while (from < end) {
        int count = page.room(scatter.rows(), from, end - from);
        if (count == 0) {
          write(partition, page);
        } else {
          page.append(scatter.rows(), from, count);
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
        query.cancellation().check();
        RowPage page = pages[partition];
        if (page != null) {
          if (page.rows() > 0) {
            write(partition, page);
          }
          pages[partition] = null;
        }
      }
      scope.close();
    }
  }
}
