package dev.paceline.core.operator.aggregate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.aggregate.GroupSource.Results;
import dev.paceline.core.operator.aggregate.Grouping.Shape;
import dev.paceline.core.operator.spill.BufferedRows;
import dev.paceline.core.operator.spill.HashPartitions;
import dev.paceline.core.operator.spill.PartitionedRows;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY: every worker groups what it meets on its own; at the end the workers' groups are
 * merged, by partition in parallel orders unless they are few. Workers whose tables outgrow the
 * cache leave the grouping of further rows to the end, see {@link WorkerGroups} and {@link
 * BufferedGroups}. A worker whose groups have outgrown the query's budget writes its further rows
 * into temporary files; then groups are merged partition by partition as they are read, see {@link
 * SpilledGroups}. While the query is suspended groups are there, too, as {@link GroupRows}, unless
 * they have no keys or distinct arguments.
 *
 * <p>Without keys there is exactly one output row. NULL keys form one group.
 */
public final class HashAggregate implements Sink {
  /**
   * More groups than this, beside those of the worker that has most, are merged in parallel; fewer
   * take less than a millisecond.
   */
  private static final long PARALLEL_GROUPS = 1 << 13;

  /** More values than this, of all groups together, are sorted in parallel. */
  private static final long PARALLEL_VALUES = 1 << 16;

  /** More groups than this, with their states, outgrow the caches that a processor has alone. */
  private static final long TABLE_GROUPS = 1 << 16;

  private static final int PARTITIONS_PER_WORKER = 2;

  /** A hash table of this many distinct arguments fits the cache of one processor. */
  private static final long CACHED_DISTINCT = 1 << 14;

  private final Shape shape;
  private final QueryContext query;
  private final long parallelGroups;
  private final long dividedBytes;
  private final long tableGroups;
  private final double expectedGroups;
  private final FoldedGroups folded;

  @GuardedBy("this")
  private final List<WorkerGroups> locals = new ArrayList<>();

  /** Files of {@link GroupRows} of the folded groups. */
  @GuardedBy("this")
  private final List<PartitionedRows> writtenFolded = new ArrayList<>();

  /** The rows that did not fit into memory. */
  @GuardedBy("this")
  private @Nullable PartitionedRows rows;

  /** Set when the sink is complete. */
  private volatile Results results = new Results(List.of(), null);

  /**
   * @param inputTypes of the columns that flow in
   * @param keys input columns to group by; none makes one group of everything
   * @param keyRanges of the keys' values, null where nothing is known
   * @param calls what to compute; none makes this DISTINCT
   * @param expectedGroups an estimate of the number of groups; infinite if there is none
   */
  public HashAggregate(
      List<DataType> inputTypes,
      int[] keys,
      @Nullable ValueRange[] keyRanges,
      List<AggregateCall> calls,
      double expectedGroups,
      QueryContext query) {
    this(
        inputTypes,
        keys,
        keyRanges,
        calls,
        expectedGroups,
        query,
        query.hashMask(),
        PARALLEL_GROUPS,
        PartitionedRows.DIVIDED_BYTES,
        TABLE_GROUPS);
  }

  /** One whose workers buffer no rows unless their groups are many. */
  HashAggregate(
      List<DataType> inputTypes,
      int[] keys,
      @Nullable ValueRange[] keyRanges,
      List<AggregateCall> calls,
      QueryContext query,
      long hashMask,
      long parallelGroups,
      long dividedBytes) {
    this(
        inputTypes,
        keys,
        keyRanges,
        calls,
        Double.POSITIVE_INFINITY,
        query,
        hashMask,
        parallelGroups,
        dividedBytes,
        TABLE_GROUPS);
  }

  /**
   * @param expectedGroups an estimate of the number of groups; infinite if there is none
   * @param hashMask bits of hashes that are used
   * @param parallelGroups more groups than this are merged in parallel
   * @param dividedBytes groups of no more memory are not divided further, and stay in memory while
   *     the query is suspended
   * @param tableGroups more groups than this outgrow the cache; 0 makes workers buffer all rows but
   *     those of their first batch
   */
  HashAggregate(
      List<DataType> inputTypes,
      int[] keys,
      @Nullable ValueRange[] keyRanges,
      List<AggregateCall> calls,
      double expectedGroups,
      QueryContext query,
      long hashMask,
      long parallelGroups,
      long dividedBytes,
      long tableGroups) {
    this.shape =
        new Shape(
            List.copyOf(inputTypes), keys.clone(), keyRanges.clone(), List.copyOf(calls), hashMask);
    this.query = query;
    this.parallelGroups = parallelGroups;
    this.dividedBytes = dividedBytes;
    this.tableGroups = tableGroups;
    this.expectedGroups = expectedGroups;
    this.folded = new FoldedGroups(shape, query);
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    long leastBytes = shape.keys().length == 0 ? SpillingInput.NEVER : 0;
    WorkerGroups groups = newGroups();
    return new SpillingInput(groups, groups::bytes, query, leastBytes, () -> newWriter(context));
  }

  /** Groups of one worker, which are merged with the others' in the end. */
  WorkerGroups newGroups() {
    WorkerGroups local = new WorkerGroups(shape, folded, tableGroups, expectedGroups, query);
    synchronized (this) {
      locals.add(local);
    }
    return local;
  }

  private PartitionedRows.Writer newWriter(WorkerContext context) {
    return openRows().newWriter(context); // without the lock: it reserves memory
  }

  private synchronized PartitionedRows openRows() {
    PartitionedRows open = rows;
    if (open == null) {
      open = newRows(shape, 0, query);
      rows = open;
    }
    return open;
  }

  /** Room for rows of the input in temporary files. */
  static PartitionedRows newRows(Shape shape, int level, QueryContext query) {
    return new PartitionedRows("the groups", shape.inputTypes(), shape.keys(), level, query);
  }

  Shape shape() {
    return shape;
  }

  @Override
  public synchronized long evictableBytes() {
    long bytes = evictable().mapToLong(WorkerGroups::bytes).sum();
    return bytes + (mayEvict() ? folded.bytes() : 0);
  }

  @Override
  public synchronized List<FinishOrder> evict() {
    List<FinishOrder> orders = new ArrayList<>();
    evictable().forEach(local -> orders.add(unused -> local.evict()));
    if (mayEvict() && folded.bytes() > 0) {
      orders.add(unused -> evictFolded());
    }
    return orders;
  }

  /** Workers whose groups can be written, and are worth it. */
  @GuardedBy("this")
  private Stream<WorkerGroups> evictable() {
    return mayEvict()
        ? locals.stream().filter(local -> local.bytes() > dividedBytes)
        : Stream.empty();
  }

  private boolean mayEvict() {
    return query.temporaryFiles().areAllowed() && GroupRows.supports(shape);
  }

  private void evictFolded() {
    List<Grouping> groups = folded.all();
    if (!groups.isEmpty() && WorkerGroups.writeIfRoom(() -> add(GroupRows.write(groups, query)))) {
      folded.close();
    }
  }

  private synchronized void add(PartitionedRows file) {
    writtenFolded.add(file);
  }

  @Override
  public FinishPhase finish() {
    List<WorkerGroups> workers;
    List<PartitionedRows> written;
    PartitionedRows laterRows;
    synchronized (this) {
      workers = List.copyOf(locals);
      written = new ArrayList<>(writtenFolded);
      laterRows = rows;
      locals.clear();
    }
    List<Grouping> inMemory = new ArrayList<>();
    List<BufferedRows> buffered = new ArrayList<>();
    List<PartitionedRows> writtenRows = new ArrayList<>();
    for (WorkerGroups worker : workers) {
      written.addAll(worker.written());
      writtenRows.addAll(worker.writtenRows());
      addIfPresent(worker.inMemory(), inMemory);
      addIfPresent(worker.buffered(), buffered);
    }
    if (laterRows != null) {
      laterRows.finish();
      writtenRows.add(laterRows);
    }
    if (!written.isEmpty() || !writtenRows.isEmpty()) {
      inMemory.addAll(folded.takeAll());
      List<GroupPartitions> parts = partition(inMemory, Partitioning.ofSpilled(0));
      UnfinishedGroups groups =
          new SpilledGroups(shape, parts, written, writtenRows, buffered, 0, query, dividedBytes);
      return sorted(parts).thenRun(() -> results = new Results(List.of(), groups));
    }
    if (!buffered.isEmpty() && folded.isEmpty() && fitOneTable(inMemory, buffered)) {
      return FinishPhase.of(List.of(unused -> addRows(buffered, inMemory)))
          .then(() -> mergeAll(inMemory));
    }
    if (!buffered.isEmpty()) {
      List<GroupPartitions> parts = partition(inMemory, Partitioning.ofBuffered());
      UnfinishedGroups groups = new BufferedGroups(shape, parts, buffered, folded, query);
      return sorted(parts).thenRun(() -> results = new Results(List.of(), groups));
    }
    return mergeAll(inMemory);
  }

  /**
   * Returns whether one table can hold all groups and buffered rows without outgrowing the size at
   * which workers begin to buffer. It costs less than partitions, for which all groups are numbered
   * once more.
   */
  private boolean fitOneTable(List<Grouping> inMemory, List<BufferedRows> buffered) {
    long most = buffered.stream().mapToLong(BufferedRows::rowCount).sum();
    for (Grouping groups : inMemory) {
      most += groups.size();
    }
    return most <= WorkerGroups.mostExpected(tableGroups, query.workers());
  }

  /** Adds all buffered rows to the table of the worker that has most groups. */
  private void addRows(List<BufferedRows> buffered, List<Grouping> inMemory) {
    if (inMemory.isEmpty()) {
      inMemory.add(new Grouping(shape, query));
    }
    Grouping groups = Collections.max(inMemory, Comparator.comparingInt(Grouping::size));
    groups.expectNew(buffered.stream().mapToLong(BufferedRows::rowCount).sum());
    for (BufferedRows worker : buffered) {
      for (int partition = 0; partition < HashPartitions.FINE_COUNT; partition++) {
        worker.drain(
            partition,
            groups.scope(),
            batch -> {
              groups.add(batch);
              return true;
            });
      }
      worker.close();
    }
  }

  private static <T> void addIfPresent(@Nullable T value, List<T> all) {
    if (value != null) {
      all.add(value);
    }
  }

  private static List<GroupPartitions> partition(List<Grouping> groups, Partitioning partitioning) {
    return groups.stream().map(local -> new GroupPartitions(local, partitioning)).toList();
  }

  /** Finds the groups of each partition, one order a worker. */
  private FinishPhase sorted(List<GroupPartitions> parts) {
    List<FinishOrder> orders = new ArrayList<>();
    parts.forEach(part -> orders.add(unused -> part.sort(query.cancellation())));
    return FinishPhase.of(orders);
  }

  private FinishPhase mergeAll(List<Grouping> inMemory) {
    inMemory.sort(Comparator.comparingInt(Grouping::size).reversed());
    long groupCount = 0;
    long distinct = 0;
    long collected = 0;
    for (Grouping groups : inMemory) {
      groupCount += groups.size();
      distinct += groups.hashedDistinct();
      collected += groups.collectedValues();
    }
    int parts = inMemory.size();
    if (parts > 1
        && shape.keys().length > 0
        && (groupCount - inMemory.getFirst().size() > parallelGroups
            || collected > PARALLEL_VALUES)) {
      return mergePartitions(
          inMemory,
          Partitioning.of(
              shape,
              (int) Math.max(parts * PARTITIONS_PER_WORKER, distinct / CACHED_DISTINCT),
              groupCount));
    }
    Grouping all = parts == 0 ? new Grouping(shape, query) : inMemory.getFirst();
    for (int i = 1; i < parts; i++) {
      all.merge(inMemory.get(i), query.cancellation());
    }
    all.finish(query.cancellation());
    for (int i = 1; i < parts; i++) {
      inMemory.get(i).close();
    }
    results = new Results(List.of(all), null);
    return FinishPhase.COMPLETE;
  }

  private FinishPhase mergePartitions(List<Grouping> inMemory, Partitioning partitioning) {
    List<GroupPartitions> parts = partition(inMemory, partitioning);
    Grouping[] merged = new Grouping[partitioning.count()];
    List<FinishOrder> merges = new ArrayList<>();
    for (int partition = 0; partition < merged.length; partition++) {
      int number = partition;
      merges.add(unused -> merged[number] = mergePartition(parts, partitioning, number));
    }
    return sorted(parts)
        .then(() -> FinishPhase.of(merges))
        .thenRun(
            () -> {
              inMemory.forEach(Grouping::close);
              results = new Results(List.of(merged), null);
            });
  }

  private Grouping mergePartition(
      List<GroupPartitions> parts, Partitioning partitioning, int partition) {
    Grouping merged = new Grouping(partitioning.shapeOf(shape, partition), query);
    long groups = 0;
    for (GroupPartitions part : parts) {
      groups += part.ids(partition).byteSize() >>> 2;
    }
    merged.promise(groups);
    for (GroupPartitions part : parts) {
      merged.merge(part.groups(), part.ids(partition), query.cancellation());
    }
    merged.finish(query.cancellation());
    return merged;
  }

  /** The groups: keys, then results of the calls. */
  public Source output() {
    List<DataType> types = new ArrayList<>(shape.keyTypes());
    for (AggregateCall call : shape.calls()) {
      types.add(call.type());
    }
    return new GroupSource(types, () -> results);
  }

  @Override
  public ScanOrder inputOrder() {
    return ScanOrder.ANY;
  }

  @Override
  public String name() {
    return shape.keys().length == 0 ? "aggregate" : "group";
  }
}
