package dev.paceline.core.operator.aggregate;

import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.ValueRange;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.aggregate.Grouping.Shape;
import dev.paceline.core.operator.spill.HashPartitions;
import dev.paceline.core.operator.spill.PartitionedRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Groups some of whose rows are in temporary files: workers grouped what they met until their
 * memory was full, and wrote the rest into partitions by the hash of the keys. A partition is
 * finished by merging the workers' groups of it and adding its rows; where it is too large itself,
 * it is divided in the same way. So each row is written once for every level that it takes.
 *
 * <p>Source: hybrid hashing for aggregation (Graefe, Query Evaluation Techniques for Large
 * Databases, 1993, section 4.3). Any thread may use it; different partitions at the same time.
 */
final class SpilledGroups implements AutoCloseable {
  private final Shape shape;
  private final QueryContext query;
  private final List<GroupPartitions> inMemory;
  private final PartitionedRows rows;
  private final long dividedBytes;

  /** Takes groups of a partition, which are gone when it returns; false if no more are wanted. */
  @FunctionalInterface
  interface GroupConsumer {
    boolean accept(Grouping finished);
  }

  /**
   * @param inMemory groups that workers have made, to which nothing will be added
   * @param rows that came later, all written
   * @param dividedBytes groups of less memory are not divided further
   */
  SpilledGroups(
      Shape shape,
      List<Grouping> inMemory,
      PartitionedRows rows,
      QueryContext query,
      long dividedBytes) {
    this.shape = shape.withKeyRanges(new ValueRange[shape.keys().length]);
    this.query = query;
    this.rows = rows;
    this.dividedBytes = dividedBytes;
    Partitioning partitioning = Partitioning.ofSpilled(rows.level());
    this.inMemory =
        inMemory.stream().map(groups -> new GroupPartitions(groups, partitioning)).toList();
  }

  /**
   * Finishes the groups of a partition.
   *
   * @return false if the consumer wanted no more
   */
  boolean finish(int partition, GroupConsumer out) {
    if (isEmpty(partition)) {
      return true;
    }
    try (Grouping groups = new Grouping(shape, query)) {
      for (GroupPartitions worker : inMemory) {
        groups.merge(
            worker.groups(), worker.ids(partition, query.cancellation()), query.cancellation());
      }
      PartitionedRows written = addRows(partition, groups);
      if (written == null) {
        groups.finish();
        return out.accept(groups);
      }
      try (SpilledGroups divided =
          new SpilledGroups(shape, List.of(groups), written, query, dividedBytes)) {
        for (int part = 0; part < HashPartitions.COUNT; part++) {
          if (!divided.finish(part, out)) {
            return false;
          }
        }
        return true;
      }
    }
  }

  /**
   * Adds a partition's rows to its groups while there is memory.
   *
   * @return the rest, written again; null if there is none
   */
  private @Nullable PartitionedRows addRows(int partition, Grouping groups) {
    // Pages and scratch end with the partition: there may be thousands of them in a query.
    WorkerContext context = new WorkerContext(query, groups.scope());
    boolean divides = rows.level() < HashPartitions.MAX_LEVEL;
    PartitionedRows[] written = new PartitionedRows[1];
    rows.read(
        partition,
        context,
        new SpillingInput(
            groups,
            query,
            divides ? dividedBytes : SpillingInput.NEVER,
            () -> {
              written[0] = HashAggregate.newRows(shape, rows.level() + 1, query);
              return written[0].newWriter(context);
            }));
    PartitionedRows rest = written[0];
    if (rest != null) {
      rest.finish();
    }
    return rest;
  }

  private boolean isEmpty(int partition) {
    if (rows.rowCount(partition) > 0) {
      return false;
    }
    for (GroupPartitions worker : inMemory) {
      if (worker.ids(partition, query.cancellation()).byteSize() > 0) {
        return false;
      }
    }
    return true;
  }

  /** Gives the rows' room on the disk back. */
  @Override
  public void close() {
    rows.close();
  }
}
