package dev.paceline.core.operator.join.hash;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.row.RowCollector;
import dev.paceline.core.operator.row.RowPart;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The right rows of a join that one worker brings: kept in memory, or written once the build has
 * spilled. Those with a NULL key are kept only where somebody asks for them. One thread at a time.
 */
final class BuildInput implements BatchConsumer {
  private final HashJoinBuild build;
  private final JoinKeys keys;
  private final int[] columns;
  private final boolean keepsNullKeys;
  private final WorkerContext context;
  private final MemorySegment withoutNullKeys;
  private final Batch written;
  private @Nullable RowPart kept;
  private SpilledJoin.@Nullable RightWriter writer;
  private boolean sawRow;
  private boolean sawNullKey;

  BuildInput(HashJoinBuild build, WorkerContext context) {
    this.build = build;
    this.context = context;
    keys = build.keys();
    columns = build.columns().kept();
    keepsNullKeys =
        build.shape().deliversUnmatchedBuildRows()
            || build.shape().isNullAware() && keys.count() > 1;
    withoutNullKeys = context.memory().allocate(4L * context.batchRows());
    List<DataType> types = build.columns().keptTypes();
    written = new Batch(types.stream().map(ColumnVector::new).toArray(ColumnVector[]::new));
  }

  /** Whether any row has come. */
  boolean sawRow() {
    return sawRow;
  }

  /** Whether some row had a NULL key that equals nothing. */
  boolean sawNullKey() {
    return sawNullKey;
  }

  @Override
  public boolean accept(Batch batch) {
    sawRow = true;
    MemorySegment positions = batch.selection() == null ? null : batch.selection().positions();
    int count = batch.selectedCount();
    if (mayHaveNullKey(batch)) {
      int without = findRowsWithoutNullKeys(batch, positions, count);
      sawNullKey |= without < count;
      if (!keepsNullKeys) {
        positions = withoutNullKeys;
        count = without;
      }
    }
    if (count == 0) {
      return true;
    }
    SpilledJoin spilled = build.spilled();
    if (spilled != null) {
      for (int i = 0; i < columns.length; i++) {
        written.column(i).pointTo(batch.column(columns[i]));
      }
      writer(spilled).write(written.set(batch.rowCount(), null), positions, count);
      return true;
    }
    RowPart part = kept;
    if (part == null) {
      part = build.collector().newPart(context);
      kept = part;
    }
    part.append(batch, columns, positions, count);
    if (build.shouldSpill()) {
      build.spill();
    }
    return true;
  }

  private SpilledJoin.RightWriter writer(SpilledJoin spilled) {
    SpilledJoin.RightWriter open = writer;
    if (open == null) {
      open = spilled.newRightWriter(context);
      writer = open;
    }
    return open;
  }

  /** Writes what had been kept in memory until the build spilled; does nothing the second time. */
  void writeKeptRows(WorkerContext current) {
    RowPart part = kept;
    kept = null;
    if (part == null) {
      return;
    }
    QueryContext query = build.query();
    try (MemoryScope scope = query.budget().openScope(build.name() + ", being written")) {
      RowCollector alone =
          new RowCollector(build.collector().types(), query.withMemory(scope), build.name());
      alone.add(part);
      RowStore store = alone.combineNow();
      int step = current.batchRows();
      for (int from = 0; from < store.rowCount(); from += step) {
        query.cancellation().check();
        int count = Math.min(step, store.rowCount() - from);
        for (int i = 0; i < columns.length; i++) {
          store.window(i, from, count, written.column(i));
        }
        writer(build.spill()).write(written.set(count, null), null, count);
      }
    }
  }

  private boolean mayHaveNullKey(Batch batch) {
    for (int key = 0; key < keys.count(); key++) {
      if (!keys.nullsEqual()[key] && batch.column(keys.right()[key]).mayHaveNulls()) {
        return true;
      }
    }
    return false;
  }

  private int findRowsWithoutNullKeys(Batch batch, @Nullable MemorySegment positions, int count) {
    int without = 0;
    for (int i = 0; i < count; i++) {
      int row = positions == null ? i : positions.get(ValueLayout.JAVA_INT, (long) i << 2);
      boolean hasNull = false;
      for (int key = 0; key < keys.count(); key++) {
        hasNull |= !keys.nullsEqual()[key] && batch.column(keys.right()[key]).isNull(row);
      }
      if (!hasNull) {
        withoutNullKeys.set(ValueLayout.JAVA_INT, (long) without++ << 2, row);
      }
    }
    return without;
  }
}
