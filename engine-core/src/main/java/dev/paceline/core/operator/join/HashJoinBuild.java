package dev.paceline.core.operator.join;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.RuntimeFilter;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.row.RowCollector;
import dev.paceline.core.operator.row.RowPart;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The build side of an equi-join: keeps the right rows, and when all are there chooses and fills
 * the table that suits them and publishes runtime filters.
 */
public final class HashJoinBuild implements Sink {
  private final JoinShape shape;
  private final JoinColumns columns;
  private final JoinKeys keys;
  private final QueryContext query;
  private final @Nullable RuntimeFilterSlot[] slots;
  private final @Nullable RuntimeFilter[] filters;
  private final RowCollector collector;
  private final List<Local> locals = new ArrayList<>();

  private @Nullable JoinTable table;
  private @Nullable KeySet existence;
  private @Nullable MemorySegment marks;
  private boolean sawRow;
  private boolean sawNullKey;

  /**
   * @param leftKeys and rightKeys columns that must be equal, pairwise of the same type; at least
   *     one
   * @param nullsEqual per key, whether NULL equals NULL
   * @param slots per key, where to publish a runtime filter; null for none
   */
  public HashJoinBuild(
      JoinShape shape,
      int[] leftKeys,
      int[] rightKeys,
      boolean[] nullsEqual,
      @Nullable RuntimeFilterSlot[] slots,
      QueryContext query) {
    this(shape, leftKeys, rightKeys, nullsEqual, slots, query, -1L);
  }

  /**
   * @param hashMask bits of hashes that count
   */
  HashJoinBuild(
      JoinShape shape,
      int[] leftKeys,
      int[] rightKeys,
      boolean[] nullsEqual,
      @Nullable RuntimeFilterSlot[] slots,
      QueryContext query,
      long hashMask) {
    this.shape = shape;
    this.query = query;
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
    this.collector = new RowCollector(columns.keptTypes(), query, name());
  }

  @Override
  public synchronized BatchConsumer newLocal(WorkerContext context) {
    Local local = new Local(context);
    locals.add(local);
    return local;
  }

  @Override
  public synchronized List<FinishOrder> finish() {
    for (Local local : locals) {
      sawRow |= local.sawRow;
      sawNullKey |= local.sawNullKey;
    }
    RowStore store = collector.open();
    List<FinishOrder> orders = new ArrayList<>();
    boolean[] isKey = new boolean[store.columnCount()];
    for (int key : keys.stored()) {
      if (!isKey[key]) {
        collector.fill(key);
        isKey[key] = true;
      }
    }
    orders.add(context -> buildTable(store, context));
    for (int key = 0; key < slots.length; key++) {
      if (slots[key] != null) {
        int index = key;
        orders.add(context -> filters[index] = buildFilter(index, store));
      }
    }
    for (int column = 0; column < isKey.length; column++) {
      if (!isKey[column]) {
        int index = column;
        orders.add(context -> collector.fill(index));
      }
    }
    return orders;
  }

  private void buildTable(RowStore store, WorkerContext context) {
    if (shape.deliversBuildRows()) {
      marks = query.memory().allocateZeroed(store.rowCount());
    }
    if (query.uses(Technique.DIRECT)
        && shape.asksForExistence()
        && shape.condition() == null
        && keys.count() == 1
        && !keys.nullsEqual()[0]) {
      existence = KeySet.exact(store.column(keys.stored()[0]), store.rowCount(), query);
    }
    if (existence == null) {
      table = JoinTable.build(keys, store, context);
    }
  }

  private @Nullable RuntimeFilter buildFilter(int key, RowStore store) {
    ColumnVector column = store.column(keys.stored()[key]);
    if (keys.nullsEqual()[key] && column.mayHaveNulls()) {
      return null;
    }
    KeySet exact =
        query.uses(Technique.EXACT) ? KeySet.exact(column, store.rowCount(), query) : null;
    return exact != null ? exact : BloomFilter.of(column, store.rowCount(), query);
  }

  @Override
  public void complete() {
    for (int key = 0; key < slots.length; key++) {
      RuntimeFilterSlot slot = slots[key];
      RuntimeFilter filter = filters[key];
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
   * Of RIGHT, FULL, RIGHT_SEMI and RIGHT_ANTI: the build rows that are delivered after the whole
   * probe pipeline has consumed its input, in the layout of the probe's output.
   */
  public Source buildRows() {
    return new BuildRows(shape, columns, this::store, () -> requireNonNull(marks, "marks"));
  }

  @Override
  public String name() {
    return "build of hash join " + shape.type();
  }

  JoinShape shape() {
    return shape;
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
  @Nullable JoinTable table() {
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

  /** Keeps one worker's rows. Those with a NULL key are kept only where somebody asks for them. */
  private final class Local implements BatchConsumer {
    private final RowPart part;
    private final MemorySegment kept;
    private final boolean keepsNullKeys =
        shape.deliversUnmatchedBuildRows() || shape.isNullAware() && keys.count() > 1;
    private boolean sawRow;
    private boolean sawNullKey;

    Local(WorkerContext context) {
      part = collector.newPart(context);
      kept = context.memory().allocate(4L * context.batchRows());
    }

    @Override
    public boolean accept(Batch batch) {
      sawRow = true;
      MemorySegment positions = batch.selection() == null ? null : batch.selection().positions();
      int count = batch.selectedCount();
      if (mayHaveNullKey(batch)) {
        int without = withoutNullKeys(batch, positions, count);
        sawNullKey |= without < count;
        if (!keepsNullKeys) {
          positions = kept;
          count = without;
        }
      }
      if (count > 0) {
        part.append(batch, columns.kept(), positions, count);
      }
      return true;
    }

    private boolean mayHaveNullKey(Batch batch) {
      for (int key = 0; key < keys.count(); key++) {
        if (!keys.nullsEqual()[key] && batch.column(keys.right()[key]).mayHaveNulls()) {
          return true;
        }
      }
      return false;
    }

    private int withoutNullKeys(Batch batch, @Nullable MemorySegment positions, int count) {
      int without = 0;
      for (int i = 0; i < count; i++) {
        int row = positions == null ? i : positions.get(ValueLayout.JAVA_INT, (long) i << 2);
        boolean hasNull = false;
        for (int key = 0; key < keys.count(); key++) {
          hasNull |= !keys.nullsEqual()[key] && batch.column(keys.right()[key]).isNull(row);
        }
        if (!hasNull) {
          kept.set(ValueLayout.JAVA_INT, (long) without++ << 2, row);
        }
      }
      return without;
    }
  }
}
