package dev.paceline.core.operator.aggregate;

import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.ValueRange;
import dev.paceline.core.operator.aggregate.Grouping.Shape;
import dev.paceline.core.operator.spill.BufferedRows;
import dev.paceline.core.operator.spill.HashPartitions;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Many groups, all in memory: workers grouped what they met until their tables had outgrown the
 * cache, and put further rows into partitions by the hash of the keys. A partition is finished by
 * merging the workers' groups of it and adding its rows, in a table that fits the cache again.
 *
 * <p>Sources: Müller, Sanders, Lacurie, Lehner and Färber, Cache-Efficient Aggregation: Hashing Is
 * Sorting, 2015, section 3; Leis, Boncz, Kemper and Neumann, Morsel-Driven Parallelism, 2014,
 * section 4.4.
 */
final class BufferedGroups implements UnfinishedGroups {
  private final Shape shape;
  private final QueryContext query;
  private final List<GroupPartitions> inMemory;
  private final List<BufferedRows> rows;
  private final FoldedGroups folded;

  /** Partitions that have not been merged. */
  private final AtomicInteger unmerged = new AtomicInteger(HashPartitions.FINE_COUNT);

  /**
   * @param inMemory groups that workers have made, to which nothing will be added, by {@link
   *     Partitioning#ofBuffered}
   * @param rows to be added
   * @param folded rows that have been added before the end
   */
  BufferedGroups(
      Shape shape,
      List<GroupPartitions> inMemory,
      List<BufferedRows> rows,
      FoldedGroups folded,
      QueryContext query) {
    this.shape = shape.withKeyRanges(new ValueRange[shape.keys().length]);
    this.inMemory = List.copyOf(inMemory);
    this.rows = List.copyOf(rows);
    this.folded = folded;
    this.query = query;
  }

  @Override
  public int partitions() {
    return HashPartitions.FINE_COUNT;
  }

  @Override
  public boolean finish(int partition, GroupConsumer out) {
    CancellationToken cancellation = query.cancellation();
    @Nullable Grouping started = folded.take(partition);
    try (Grouping groups = started == null ? new Grouping(shape, query) : started) {
      long most = groups.size();
      for (GroupPartitions worker : inMemory) {
        most += worker.ids(partition).byteSize() >>> 2;
      }
      for (BufferedRows worker : rows) {
        most += worker.rowCount(partition);
      }
      groups.expect(most);
      for (GroupPartitions worker : inMemory) {
        groups.merge(worker.groups(), worker.ids(partition), cancellation);
      }
      for (BufferedRows worker : rows) {
        worker.drain(
            partition,
            groups.scope(),
            batch -> {
              groups.add(batch);
              return true;
            });
      }
      if (unmerged.decrementAndGet() == 0) {
        close();
      }
      groups.finish(query.cancellation());
      return groups.size() == 0 || out.accept(groups);
    }
  }

  @Override
  public void close() {
    inMemory.forEach(worker -> worker.groups().close());
    rows.forEach(BufferedRows::close);
    folded.close();
  }
}
