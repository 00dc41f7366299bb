package dev.paceline.core.operator.spill;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one worker in memory, spread over {@link HashPartitions#fine} by some of their columns,
 * so that what is made of a partition fits the cache. Pages are laid out as those of temporary
 * files are, and are given back as they are read.
 *
 * <p>One worker adds rows. After that any worker reads any partition, one at a time each.
 */
public final class BufferedRows implements BatchConsumer, AutoCloseable {
  private final QueryContext query;
  private final PageLayout layout;
  private final MemoryScope scope;
  private final RowScatter scatter;
  private final Partition[] partitions = new Partition[HashPartitions.FINE_COUNT];
  private long rowCount;

  /** The pages of a partition; the last one takes rows. */
  private static final class Partition {
    private final ArrayDeque<RowPage> pages = new ArrayDeque<>();
    private @Nullable RowPage last;
    private long rows;
  }

  /**
   * @param keys columns that decide a row's partition
   */
  public BufferedRows(List<DataType> types, int[] keys, QueryContext query) {
    this.query = query;
    this.layout = new PageLayout(types, query.batchRows());
    this.scope = query.budget().openScope("rows to be grouped by " + query.name());
    this.scatter =
        new RowScatter(
            layout,
            keys.clone(),
            HashPartitions.FINE_COUNT,
            HashPartitions::fine,
            scope,
            query.batchRows());
    for (int i = 0; i < partitions.length; i++) {
      partitions[i] = new Partition();
    }
  }

  /** About the bytes that the first rows take: a page for each partition. */
  public static long leastBytes(List<DataType> types, QueryContext query) {
    return (long) new PageLayout(types, query.batchRows()).fixedBytes() * HashPartitions.FINE_COUNT;
  }

  /** Adds the selected rows of a batch; always wants more. */
  @Override
  public boolean accept(Batch batch) {
    Selection selection = batch.selection();
    int count = batch.selectedCount();
    int[] ends = scatter.sort(batch, selection == null ? null : selection.positions(), count);
    int from = 0;
    for (int partition = 0; partition < ends.length; partition++) {
      int end = ends[partition];
      if (end > from) {
        append(partitions[partition], from, end);
        from = end;
      }
    }
    rowCount += count;
    return true;
  }

  private void append(Partition partition, int first, int end) {
    partition.rows += end - first;
    RowPage page = partition.last;
    int from = first;
    while (from < end) {
      int count = page == null ? 0 : page.room(scatter.rows(), from, end - from);
      if (page == null || count == 0) {
        page = RowPage.toKeep(layout, scope);
        partition.pages.add(page);
        partition.last = page;
      } else {
        page.append(scatter.rows(), from, count);
        from += count;
      }
    }
  }

  /** Bytes of the pages. */
  public long bytes() {
    return scope.stateBytes();
  }

  /** Rows that were added, whether they have been read or not. */
  public long rowCount() {
    return rowCount;
  }

  /** Rows of a partition that have not been read. */
  public long rowCount(int partition) {
    return partitions[partition].rows;
  }

  /**
   * Reads a partition and gives its pages back; further rows may follow. Checks cancellation for
   * each page.
   *
   * @param memory for the vectors of the batches
   */
  public void drain(int partition, MemoryScope memory, BatchConsumer out) {
    Partition drained = partitions[partition];
    drained.last = null;
    drained.rows = 0;
    if (drained.pages.isEmpty()) {
      return;
    }
    Batch batch = PageReader.newBatch(layout, memory);
    while (true) {
      RowPage page = drained.pages.poll();
      if (page == null) {
        return;
      }
      query.cancellation().check();
      out.accept(page.point(batch));
      page.release();
    }
  }

  /** Gives all rows that have not been read to a consumer, which stay. Checks cancellation. */
  public void read(MemoryScope memory, BatchConsumer out) {
    Batch batch = PageReader.newBatch(layout, memory);
    for (Partition partition : partitions) {
      for (RowPage page : partition.pages) {
        query.cancellation().check();
        out.accept(page.point(batch));
      }
    }
  }

  /** Gives the memory back; the query's end does, too. */
  @Override
  public void close() {
    scope.close();
  }
}
