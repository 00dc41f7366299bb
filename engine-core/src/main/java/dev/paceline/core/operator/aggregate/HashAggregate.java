package dev.paceline.core.operator.aggregate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.ValueRange;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.aggregate.GroupSource.Results;
import dev.paceline.core.operator.aggregate.Grouping.Shape;
import dev.paceline.core.operator.spill.PartitionedRows;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY: every worker groups what it meets on its own; at the end the workers' groups are
 * merged, by partition in parallel orders when they are many. A worker whose groups have outgrown
 * the query's budget writes its further rows into temporary files; then groups are merged partition
 * by partition as they are read, see {@link SpilledGroups}. While the query is suspended groups are
 * there, too, as {@link GroupRows}, unless they have no keys or distinct arguments.
 *
 * <p>Without keys there is exactly one output row. NULL keys form one group.
 */
public final class HashAggregate implements Sink {
  /** More groups than this are merged in parallel. */
  private static final long PARALLEL_GROUPS = 1 << 16;

  private static final int PARTITIONS_PER_WORKER = 2;

  private final Shape shape;
  private final QueryContext query;
  private final long parallelGroups;
  private final long dividedBytes;

  @GuardedBy("this")
  private final List<WorkerGroups> locals = new ArrayList<>();

  /** Workers' groups, when all are there. */
  @GuardedBy("this")
  private final List<Grouping> inMemory = new ArrayList<>();

  /** What did not fit into memory. */
  @GuardedBy("this")
  private @Nullable PartitionedRows rows;

  @GuardedBy("this")
  private @Nullable SpilledGroups spilled;

  @GuardedBy("this")
  private final List<Grouping> complete = new ArrayList<>();

  /**
   * @param inputTypes of the columns that flow in
   * @param keys input columns to group by; none makes one group of everything
   * @param keyRanges of the keys' values, null where nothing is known
   * @param calls what to compute; none makes this DISTINCT
   */
  public HashAggregate(
      List<DataType> inputTypes,
      int[] keys,
      @Nullable ValueRange[] keyRanges,
      List<AggregateCall> calls,
      QueryContext query) {
    this(
        inputTypes,
        keys,
        keyRanges,
        calls,
        query,
        query.hashMask(),
        PARALLEL_GROUPS,
        PartitionedRows.DIVIDED_BYTES);
  }

  /**
   * @param hashMask bits of hashes that are used
   * @param parallelGroups more groups than this are merged in parallel
   * @param dividedBytes groups of no more memory are not divided further, and stay in memory while
   *     the query is suspended
   */
  HashAggregate(
      List<DataType> inputTypes,
      int[] keys,
      @Nullable ValueRange[] keyRanges,
      List<AggregateCall> calls,
      QueryContext query,
      long hashMask,
      long parallelGroups,
      long dividedBytes) {
    this.shape =
        new Shape(
            List.copyOf(inputTypes), keys.clone(), keyRanges.clone(), List.copyOf(calls), hashMask);
    this.query = query;
    this.parallelGroups = parallelGroups;
    this.dividedBytes = dividedBytes;
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    long leastBytes = shape.keys().length == 0 ? SpillingInput.NEVER : 0;
    WorkerGroups groups = newGroups();
    return new SpillingInput(groups, groups::bytes, query, leastBytes, () -> newWriter(context));
  }

  /** Groups of one worker, which are merged with the others' in the end. */
  synchronized WorkerGroups newGroups() {
    WorkerGroups local = new WorkerGroups(shape, query);
    locals.add(local);
    return local;
  }

  private synchronized PartitionedRows.Writer newWriter(WorkerContext context) {
    PartitionedRows open = rows;
    if (open == null) {
      open = newRows(shape, 0, query);
      rows = open;
    }
    return open.newWriter(context);
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
    return evictable().mapToLong(WorkerGroups::bytes).sum();
  }

  @Override
  public synchronized List<FinishOrder> evict() {
    return evictable().<FinishOrder>map(local -> unused -> local.evict()).toList();
  }

  /** Workers whose groups can be written, and are worth it. */
  @GuardedBy("this")
  private Stream<WorkerGroups> evictable() {
    return query.temporaryFiles().areAllowed() && GroupRows.supports(shape)
        ? locals.stream().filter(local -> local.bytes() > dividedBytes)
        : Stream.empty();
  }

  @Override
  public FinishPhase finish() {
    return FinishPhase.of(finishOrders()).thenRun(this::complete);
  }

  private synchronized List<FinishOrder> finishOrders() {
    List<PartitionedRows> written = new ArrayList<>();
    for (WorkerGroups local : locals) {
      written.addAll(local.written());
      Grouping groups = local.inMemory();
      if (groups != null) {
        inMemory.add(groups);
      }
    }
    locals.clear();
    if (rows != null) {
      rows.finish();
    }
    if (rows != null || !written.isEmpty()) {
      spilled =
          new SpilledGroups(
              shape,
              inMemory,
              written,
              rows == null ? List.of() : List.of(rows),
              0,
              query,
              dividedBytes);
      return List.of();
    }
    long groupCount = 0;
    for (Grouping groups : inMemory) {
      groupCount += groups.size();
    }
    int parts = inMemory.size();
    if (parts > 1 && shape.keys().length > 0 && groupCount > parallelGroups) {
      return partitionOrders(Partitioning.of(shape, parts * PARTITIONS_PER_WORKER, groupCount));
    }
    Grouping all;
    if (inMemory.isEmpty()) {
      all = new Grouping(shape, query);
    } else {
      all = inMemory.removeFirst();
      for (Grouping local : inMemory) {
        all.merge(local, query.cancellation());
        local.close();
      }
      inMemory.clear();
    }
    all.finish(query.cancellation());
    complete.add(all);
    return List.of();
  }

  @GuardedBy("this")
  private List<FinishOrder> partitionOrders(Partitioning partitioning) {
    List<GroupPartitions> parts =
        inMemory.stream().map(local -> new GroupPartitions(local, partitioning)).toList();
    List<FinishOrder> orders = new ArrayList<>();
    for (int partition = 0; partition < partitioning.count(); partition++) {
      int number = partition;
      orders.add(context -> mergePartition(parts, partitioning, number));
    }
    return orders;
  }

  private void mergePartition(
      List<GroupPartitions> parts, Partitioning partitioning, int partition) {
    Grouping merged = new Grouping(partitioning.shapeOf(shape, partition), query);
    MemorySegment[] ids = new MemorySegment[parts.size()];
    long groups = 0;
    for (int i = 0; i < ids.length; i++) {
      // each order starts with another part, so that they do not wait for one to be sorted
      int part = (partition + i) % ids.length;
      ids[part] = parts.get(part).ids(partition, query.cancellation());
      groups += ids[part].byteSize() >>> 2;
    }
    merged.promise(groups);
    for (int i = 0; i < ids.length; i++) {
      merged.merge(parts.get(i).groups(), ids[i], query.cancellation());
    }
    merged.finish(query.cancellation());
    synchronized (this) {
      complete.add(merged);
    }
  }

  private synchronized void complete() {
    if (spilled == null) {
      inMemory.forEach(Grouping::close);
      inMemory.clear();
    }
  }

  /** The groups: keys, then results of the calls. */
  public Source output() {
    List<DataType> types = new ArrayList<>(shape.keyTypes());
    for (AggregateCall call : shape.calls()) {
      types.add(call.type());
    }
    return new GroupSource(types, this::results);
  }

  private synchronized Results results() {
    return new Results(List.copyOf(complete), spilled);
  }

  @Override
  public String name() {
    return shape.keys().length == 0 ? "aggregate" : "group";
  }
}
