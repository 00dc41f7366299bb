package dev.paceline.core.operator.join.hash;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.join.BuildRows;
import dev.paceline.core.operator.join.JoinColumns;
import dev.paceline.core.operator.join.JoinShape;
import dev.paceline.core.operator.join.filter.BloomFilterBuild;
import dev.paceline.core.operator.join.filter.FilterBuild;
import dev.paceline.core.operator.join.filter.KeySet;
import dev.paceline.core.operator.join.filter.KeySetBuild;
import dev.paceline.core.operator.join.filter.RuntimeFilterSlot;
import dev.paceline.core.operator.row.RowCollector;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.operator.spill.HashPartitions;
import dev.paceline.core.operator.spill.PartitionedRows;
import dev.paceline.core.scan.RuntimeFilter;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The build side of an equi-join: keeps the right rows, and when all are there chooses and fills
 * the table that suits them and publishes runtime filters.
 *
 * <p>When the rows outgrow the query's budget they go to temporary files instead, and the left rows
 * after them: then the probe only writes, and {@link #rest} joins partition by partition. All of it
 * lives in memory of its own.
 */
public final class HashJoinBuild implements Sink, AutoCloseable {
  private static final int IN_MEMORY = -1;
  private static final long CLEARED_BYTES = 1L << 20;

  private final JoinShape shape;
  private final JoinColumns columns;
  private final JoinKeys keys;
  private final QueryContext query;
  private final MemoryScope memory;
  private final @Nullable RuntimeFilterSlot[] slots;
  private final @Nullable RuntimeFilter[] filters;
  private final RowCollector collector;
  private final List<BuildInput> inputs = new ArrayList<>();

  private @Nullable JoinTable table;
  private @Nullable KeySet existence;
  private @Nullable MemorySegment marks;
  private boolean sawRow;
  private boolean sawNullKey;

  /**
   * The level of the partitions that rows would be spilled to, or {@link #IN_MEMORY} if they never
   * spill.
   */
  private final int level;

  private final long dividedBytes;
  private volatile @Nullable SpilledJoin spilled;

  /**
   * @param leftKeys and rightKeys columns that must be equal, pairwise of the same type; at least
   *     one
   * @param nullsEqual per key, whether NULL equals NULL
   * @param slots per key, where to publish a runtime filter; null for none
   * @param spills whether rows may go to temporary files, which changes the order of the output
   */
  public HashJoinBuild(
      JoinShape shape,
      int[] leftKeys,
      int[] rightKeys,
      boolean[] nullsEqual,
      @Nullable RuntimeFilterSlot[] slots,
      boolean spills,
      QueryContext query) {
    this(
        shape,
        leftKeys,
        rightKeys,
        nullsEqual,
        slots,
        query,
        query.hashMask(),
        spills ? 0 : IN_MEMORY,
        PartitionedRows.DIVIDED_BYTES);
  }

  /**
   * @param hashMask bits of hashes that count
   * @param level of the partitions that rows are written to when they outgrow the budget, or {@link
   *     #IN_MEMORY}
   * @param dividedBytes partitions of less memory are not divided further
   */
  public HashJoinBuild(
      JoinShape shape,
      int[] leftKeys,
      int[] rightKeys,
      boolean[] nullsEqual,
      @Nullable RuntimeFilterSlot[] slots,
      QueryContext query,
      long hashMask,
      int level,
      long dividedBytes) {
    this.shape = shape;
    this.memory = query.budget().openScope(nameOf(shape) + " of " + query.name());
    this.query = query.withMemory(memory);
    this.dividedBytes = dividedBytes;
    // whether a NULL among several keys equals a left row, rows of all partitions decide
    this.level =
        query.temporaryFiles().areAllowed() && !(shape.isNullAware() && leftKeys.length > 1)
            ? level
            : IN_MEMORY;
    this.slots = slots.clone();
    this.filters = new RuntimeFilter[slots.length];
    this.columns = new JoinColumns(shape, rightKeys);
    List<DataType> types = Arrays.stream(rightKeys).mapToObj(shape.rightTypes()::get).toList();
    this.keys =
        new JoinKeys(
            types,
            leftKeys.clone(),
            rightKeys.clone(),
            columns.stored(rightKeys),
            nullsEqual.clone(),
            hashMask);
    this.collector = new RowCollector(columns.keptTypes(), this.query, nameOf(shape));
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    BuildInput input = new BuildInput(this, context); // without the lock: it reserves memory
    synchronized (this) {
      inputs.add(input);
    }
    return input;
  }

  @Override
  public synchronized long evictableBytes() {
    return mayEvict() ? memory.stateBytes() : 0;
  }

  @Override
  public synchronized List<FinishOrder> evict() {
    return mayEvict() ? List.of(this::writeAll) : List.of();
  }

  private boolean mayEvict() {
    return level != IN_MEMORY && spilled == null;
  }

  /** Writes the rows of all workers, none of which brings more in the meantime. */
  private void writeAll(WorkerContext context) {
    List<BuildInput> all = inputs();
    spill();
    all.forEach(input -> input.writeKeptRows(context));
    memory.close();
  }

  @Override
  public double finishShare() {
    return 0.25;
  }

  @Override
  public FinishPhase finish() {
    List<BuildInput> all = inputs();
    for (BuildInput input : all) {
      sawRow |= input.sawRow();
      sawNullKey |= input.sawNullKey();
    }
    SpilledJoin join = spilled;
    if (join != null) {
      return FinishPhase.of(all.stream().<FinishOrder>map(input -> input::writeKeptRows).toList())
          .then(() -> FinishPhase.of(join.finishRight()))
          .thenRun(this::publish);
    }
    boolean parallel = all.size() > 1;
    return FinishPhase.of(collector.combine())
        .then(() -> build(collector.store(), parallel))
        .thenRun(this::publish);
  }

  private synchronized List<BuildInput> inputs() {
    return List.copyOf(inputs);
  }

  /**
   * Makes the table, or what stands in for it, and the runtime filters.
   *
   * @param parallel whether several workers have brought rows
   */
  private FinishPhase build(RowStore store, boolean parallel) {
    List<FinishPhase> phases = new ArrayList<>();
    if (shape.deliversBuildRows()) {
      MemorySegment bytes = memory.allocate(store.rowCount());
      marks = bytes;
      phases.add(FinishPhase.of(cleared(bytes)));
    }
    KeySetBuild only = onlyExistence(store);
    if (only == null) {
      JoinTable empty = JoinTable.allocate(keys, store, query);
      table = empty;
      phases.add(new JoinTableBuild(empty, keys, store, parallel, query).phases());
    } else {
      phases.add(only.phases().thenRun(() -> existence = only.complete()));
    }
    for (int key = 0; key < slots.length; key++) {
      FilterBuild filter = slots[key] == null ? null : newFilter(key, store);
      if (filter != null) {
        int index = key;
        phases.add(filter.phases().thenRun(() -> filters[index] = filter.complete()));
      }
    }
    return FinishPhase.all(phases);
  }

  private static List<FinishOrder> cleared(MemorySegment bytes) {
    List<FinishOrder> orders = new ArrayList<>();
    for (long from = 0; from < bytes.byteSize(); from += CLEARED_BYTES) {
      MemorySegment piece = bytes.asSlice(from, Math.min(CLEARED_BYTES, bytes.byteSize() - from));
      orders.add(unused -> piece.fill((byte) 0));
    }
    return orders;
  }

  /** The set of all keys, if that is all that probes ask for; else null. */
  private @Nullable KeySetBuild onlyExistence(RowStore store) {
    return query.uses(Technique.DIRECT)
            && shape.asksForExistence()
            && shape.condition() == null
            && keys.count() == 1
            && !keys.nullsEqual()[0]
        ? KeySet.exact(store.column(keys.stored()[0]), store.rowCount(), query)
        : null;
  }

  private @Nullable FilterBuild newFilter(int key, RowStore store) {
    ColumnVector column = store.column(keys.stored()[key]);
    if (keys.nullsEqual()[key] && column.mayHaveNulls()) {
      return null;
    }
    KeySetBuild exact =
        query.uses(Technique.EXACT) ? KeySet.exact(column, store.rowCount(), query) : null;
    return exact != null ? exact : new BloomFilterBuild(column, store.rowCount(), query);
  }

  /** Lets scans and probes use what has been built. */
  private void publish() {
    SpilledJoin join = spilled;
    if (join != null) {
      memory.close(); // all rows are written
    }
    for (int key = 0; key < slots.length; key++) {
      RuntimeFilterSlot slot = slots[key];
      RuntimeFilter filter = join == null ? filters[key] : join.filter(key);
      if (slot != null && filter != null) {
        slot.publish(filter);
      }
    }
  }

  /** The probe, for a pipeline that depends on this build. */
  public StageFactory probe() {
    return new HashJoinProbe(this);
  }

  /**
   * Returns the rows that are delivered after the whole probe pipeline has consumed its input, in
   * the layout of the probe's output: of RIGHT, FULL, RIGHT_SEMI and RIGHT_ANTI the build rows, and
   * of a join in temporary files all of it. Null if there can be neither.
   */
  public @Nullable Source rest() {
    BuildRows buildRows =
        shape.deliversBuildRows()
            ? new BuildRows(shape, columns, this::store, () -> requireNonNull(marks, "marks"))
            : null;
    return level == IN_MEMORY ? buildRows : new JoinRest(this, buildRows);
  }

  @Override
  public ScanOrder inputOrder() {
    return ScanOrder.ANY;
  }

  @Override
  public String name() {
    return nameOf(shape);
  }

  private static String nameOf(JoinShape shape) {
    return "build of hash join " + shape.type();
  }

  /** Rows are in temporary files, if this is not null; known when the build is complete. */
  public @Nullable SpilledJoin spilled() {
    return spilled;
  }

  /** Makes all further rows go to temporary files. Any thread may call it, any number of times. */
  synchronized SpilledJoin spill() {
    SpilledJoin join = spilled;
    if (join == null) {
      join = new SpilledJoin(this, level, query);
      spilled = join;
    }
    return join;
  }

  /** Whether the kept rows have outgrown the query's budget. */
  boolean shouldSpill() {
    long bytes = memory.stateBytes();
    return level != IN_MEMORY
        && (level == 0 || bytes > dividedBytes)
        // the table and the store, to which rows are copied, take as much again and a half
        && query.shouldSpill(bytes, bytes + bytes / 2);
  }

  /** A build of some of the rows, at the next level; whoever makes it closes it. */
  HashJoinBuild ofPartition(boolean divides, QueryContext part) {
    int next = divides && level < HashPartitions.MAX_LEVEL ? level + 1 : IN_MEMORY;
    HashJoinBuild build =
        new HashJoinBuild(
            shape,
            keys.left(),
            keys.right(),
            keys.nullsEqual(),
            new RuntimeFilterSlot[keys.count()],
            part,
            keys.hashMask(),
            next,
            dividedBytes);
    build.sawRow = sawRow;
    build.sawNullKey = sawNullKey;
    return build;
  }

  /** Gives the memory back; the query's end does, too. */
  @Override
  public void close() {
    memory.close();
    SpilledJoin join = spilled;
    if (join != null) {
      join.close();
    }
  }

  JoinShape shape() {
    return shape;
  }

  QueryContext query() {
    return query;
  }

  RowCollector collector() {
    return collector;
  }

  /** Whether somebody asks for a runtime filter of a key. */
  boolean publishes(int key) {
    return slots[key] != null;
  }

  JoinColumns columns() {
    return columns;
  }

  JoinKeys keys() {
    return keys;
  }

  RowStore store() {
    return collector.store();
  }

  /** The table; null if {@link #existence} answers instead. */
  public @Nullable JoinTable table() {
    return table;
  }

  /** The set of all keys, where it is all that is needed and small. */
  @Nullable KeySet existence() {
    return existence;
  }

  /** One byte a right row, not 0 once it has had a partner; of joins that deliver build rows. */
  @Nullable MemorySegment marks() {
    return marks;
  }

  /** Whether the right side has any row. */
  boolean sawRow() {
    return sawRow;
  }

  /** Whether some right row has a NULL key that equals nothing. */
  boolean sawNullKey() {
    return sawNullKey;
  }
}
