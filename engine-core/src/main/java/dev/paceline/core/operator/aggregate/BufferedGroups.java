package dev.paceline.core.operator.aggregate;

import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.operator.aggregate.Grouping.Shape;
import dev.paceline.core.operator.spill.BufferedRows;
import dev.paceline.core.operator.spill.HashPartitions;
import dev.paceline.core.scan.ValueRange;
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
  /** Fewer groups and rows than this make a table so small that starting it takes longer. */
  private static final long LEAST_ROWS = 1 << 13;

  /** However few the rows are, there are partitions for some workers. */
  private static final int LEAST_PARTITIONS = 32;

  private final Shape shape;
  private final QueryContext query;
  private final List<GroupPartitions> inMemory;
  private final List<BufferedRows> rows;
  private final FoldedGroups folded;

  /** Neighbours of {@link HashPartitions#fine} that are finished together as one partition. */
  private final int neighbours;

  /** Partitions that have not been merged. */
  private final AtomicInteger unmerged;

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
    this.neighbours = folded.isEmpty() ? neighbours() : 1;
    this.unmerged = new AtomicInteger(partitions());
  }

  private int neighbours() {
    long total = 0;
    for (GroupPartitions worker : inMemory) {
      total += worker.groups().size();
    }
    for (BufferedRows worker : rows) {
      total += worker.rowCount();
    }
    long partitions = Math.clamp(total / LEAST_ROWS, LEAST_PARTITIONS, HashPartitions.FINE_COUNT);
    return HashPartitions.FINE_COUNT / (int) Long.highestOneBit(partitions);
  }

  @Override
  public int partitions() {
    return HashPartitions.FINE_COUNT / neighbours;
  }

  @Override
  public boolean finish(int partition, GroupConsumer out) {
    int first = partition * neighbours;
    int end = first + neighbours;
    @Nullable Grouping started = folded.take(first);
    try (Grouping groups = started == null ? new Grouping(shape, query) : started) {
      long most = most(first, end);
      groups.expect(groups.size() + most);
      groups.expectNew(most); // rows are buffered only where most of them are new groups
      for (int fine = first; fine < end; fine++) {
        add(fine, groups);
      }
      if (unmerged.decrementAndGet() == 0) {
        close();
      }
      groups.finish(query.cancellation());
      return groups.size() == 0 || out.accept(groups);
    }
  }

  /** The number of groups that some neighbours add at most. */
  private long most(int first, int end) {
    long most = 0;
    for (int fine = first; fine < end; fine++) {
      for (GroupPartitions worker : inMemory) {
        most += worker.ids(fine).byteSize() >>> 2;
      }
      for (BufferedRows worker : rows) {
        most += worker.rowCount(fine);
      }
    }
    return most;
  }

  private void add(int fine, Grouping groups) {
    for (GroupPartitions worker : inMemory) {
      groups.merge(worker.groups(), worker.ids(fine), query.cancellation());
    }
    for (BufferedRows worker : rows) {
      worker.drain(
          fine,
          groups.scope(),
          batch -> {
            groups.add(batch);
            return true;
          });
    }
  }

  @Override
  public void close() {
    inMemory.forEach(worker -> worker.groups().close());
    rows.forEach(BufferedRows::close);
    folded.close();
  }
}
