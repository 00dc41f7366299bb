package dev.paceline.core.operator.aggregate;

import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.Grouping.Shape;
import dev.paceline.core.operator.spill.BufferedRows;
import dev.paceline.core.operator.spill.HashPartitions;
import dev.paceline.core.operator.spill.PartitionedRows;
import dev.paceline.core.scan.ValueRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Groups which are in temporary files in part: workers grouped what they met until their memory was
 * full, and wrote the rest of the rows into partitions by the hash of the keys; or the query was
 * suspended, and they wrote groups. A partition is finished by merging the workers' groups of it,
 * those in files, too, and adding its rows; where it is too large itself, it is divided in the same
 * way. So each row is written once for every level that it takes.
 *
 * <p>Source: hybrid hashing for aggregation (Graefe, Query Evaluation Techniques for Large
 * Databases, 1993, section 4.3). Any thread may use it; different partitions at the same time.
 */
final class SpilledGroups implements UnfinishedGroups {
  private final Shape shape;
  private final QueryContext query;
  private final List<GroupPartitions> inMemory;
  private final List<PartitionedRows> written;
  private final List<PartitionedRows> rows;
  private final List<BufferedRows> buffered;
  private final int level;
  private final long dividedBytes;

  /**
   * @param inMemory groups that workers have made, to which nothing will be added, by {@link
   *     Partitioning#ofSpilled}
   * @param written files of {@link GroupRows}, all written
   * @param rows that came later, all written
   * @param buffered rows in memory; none but at level 0
   * @param level of the partitions in all files
   * @param dividedBytes groups of less memory are not divided further
   */
  SpilledGroups(
      Shape shape,
      List<GroupPartitions> inMemory,
      List<PartitionedRows> written,
      List<PartitionedRows> rows,
      List<BufferedRows> buffered,
      int level,
      QueryContext query,
      long dividedBytes) {
    this.shape = shape.withKeyRanges(new ValueRange[shape.keys().length]);
    this.query = query;
    this.written = List.copyOf(written);
    this.rows = List.copyOf(rows);
    this.buffered = List.copyOf(buffered);
    this.level = level;
    this.dividedBytes = dividedBytes;
    this.inMemory = List.copyOf(inMemory);
  }

  @Override
  public int partitions() {
    return HashPartitions.COUNT;
  }

  @Override
  public boolean finish(int partition, GroupConsumer out) {
    if (isEmpty(partition)) {
      return true;
    }
    try (Grouping groups = new Grouping(shape, query)) {
      for (GroupPartitions worker : inMemory) {
        groups.merge(worker.groups(), worker.ids(partition), query.cancellation());
      }
      List<PartitionedRows> restOfGroups =
          written.isEmpty() ? List.of() : addWritten(partition, groups);
      List<PartitionedRows> restOfRows =
          add(
              rows,
              buffered,
              partition,
              groups,
              batch -> {
                groups.add(batch);
                return true;
              },
              () -> HashAggregate.newRows(shape, level + 1, query));
      if (restOfGroups.isEmpty() && restOfRows.isEmpty()) {
        groups.finish(query.cancellation());
        return out.accept(groups);
      }
      GroupPartitions inMemoryParts =
          new GroupPartitions(groups, Partitioning.ofSpilled(level + 1));
      inMemoryParts.sort(query.cancellation());
      try (SpilledGroups divided =
          new SpilledGroups(
              shape,
              List.of(inMemoryParts),
              restOfGroups,
              restOfRows,
              List.of(),
              level + 1,
              query,
              dividedBytes)) {
        for (int part = 0; part < HashPartitions.COUNT; part++) {
          if (!divided.finish(part, out)) {
            return false;
          }
        }
        return true;
      }
    }
  }

  /** Adds a partition's groups in files, by scratch that does not count as the groups' memory. */
  private List<PartitionedRows> addWritten(int partition, Grouping groups) {
    try (MemoryScope scope = query.budget().openScope("return of groups of " + query.name())) {
      return add(
          written,
          List.of(),
          partition,
          groups,
          new GroupRows(shape, groups, scope),
          () -> GroupRows.newFile(groups, level + 1, query));
    }
  }

  /**
   * Adds a partition of some files, and of rows in memory, to its groups while there is memory.
   *
   * @param adder adds rows of these files
   * @return the rest, written again to one file; empty if there is none
   */
  private List<PartitionedRows> add(
      List<PartitionedRows> files,
      List<BufferedRows> pages,
      int partition,
      Grouping groups,
      BatchConsumer adder,
      Supplier<PartitionedRows> newFile) {
    // Pages and scratch end with the partition: there may be thousands of them in a query.
    WorkerContext context = new WorkerContext(query, groups.scope());
    boolean divides = level < HashPartitions.MAX_LEVEL;
    List<PartitionedRows> rest = new ArrayList<>();
    SpillingInput input =
        new SpillingInput(
            adder,
            groups::bytes,
            query,
            divides ? dividedBytes : SpillingInput.NEVER,
            () -> {
              PartitionedRows file = newFile.get();
              rest.add(file);
              return file.newWriter(context);
            });
    for (BufferedRows worker : pages) {
      int fine = partition * HashPartitions.FINE_PER_PARTITION;
      for (int i = 0; i < HashPartitions.FINE_PER_PARTITION; i++) {
        worker.drain(fine + i, groups.scope(), input);
      }
    }
    for (PartitionedRows file : files) {
      file.read(partition, context, input);
    }
    rest.forEach(PartitionedRows::finish);
    return rest;
  }

  private boolean isEmpty(int partition) {
    for (PartitionedRows file : written) {
      if (file.rowCount(partition) > 0) {
        return false;
      }
    }
    for (PartitionedRows file : rows) {
      if (file.rowCount(partition) > 0) {
        return false;
      }
    }
    for (GroupPartitions worker : inMemory) {
      if (worker.ids(partition).byteSize() > 0) {
        return false;
      }
    }
    for (BufferedRows worker : buffered) {
      int fine = partition * HashPartitions.FINE_PER_PARTITION;
      for (int i = 0; i < HashPartitions.FINE_PER_PARTITION; i++) {
        if (worker.rowCount(fine + i) > 0) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public void close() {
    written.forEach(PartitionedRows::close);
    rows.forEach(PartitionedRows::close);
    buffered.forEach(BufferedRows::close);
    if (level == 0) {
      inMemory.forEach(worker -> worker.groups().close());
    }
  }
}
