package dev.paceline.core.operator.join.hash;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.JoinKernels;
import dev.paceline.core.operator.join.JoinOutput;
import dev.paceline.core.operator.join.PairComparison;
import dev.paceline.core.operator.join.PairFilter;
import dev.paceline.core.operator.row.RowStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Probes for joins that deliver pairs: INNER, LEFT, RIGHT and FULL. One worker uses it. */
final class PairProbe implements BatchConsumer {
  /** Steps along chains between two looks at the cancellation; a power of two. */
  private static final int CHECKED_STEPS = 1 << 16;

  private final JoinTable table;
  private final RowStore store;
  private final @Nullable PairComparison comparison;
  private final PairFilter filter;
  private final ProbeInput input;
  private final JoinOutput output;
  private final CancellationToken cancellation;
  private final boolean keepsLeftRows;
  private final boolean marksRows;
  private final MemorySegment marks;
  private final int capacity;
  private final Selection selection;
  private final MemorySegment missing;
  private final MemorySegment pairPositions;
  private final MemorySegment pairRows;

  /** The number of rows of the probe side whose chains have been entered. */
  private int walkedRows;

  /** The row of the build side that is next in the last of these chains; -1 at its end. */
  private int row;

  private int steps;

  PairProbe(
      HashJoinBuild build,
      @Nullable PairComparison comparison,
      PairFilter filter,
      ProbeInput input,
      JoinOutput output,
      WorkerContext context) {
    this.table = requireNonNull(build.table(), "table");
    this.store = build.store();
    this.comparison = comparison;
    this.filter = filter;
    this.input = input;
    this.output = output;
    this.cancellation = context.query().cancellation();
    this.keepsLeftRows = build.shape().keepsLeftRows();
    MemorySegment shared = build.marks();
    this.marksRows = shared != null;
    this.marks = shared == null ? MemorySegment.NULL : shared;
    this.capacity = context.batchRows();
    this.selection = new Selection(context.memory(), capacity);
    this.missing = context.memory().allocate(Bitmaps.bytes(capacity));
    this.pairPositions = context.memory().allocate(4L * capacity);
    this.pairRows = context.memory().allocate(4L * capacity);
  }

  @Override
  public boolean accept(Batch left) {
    input.find(left);
    if (!table.isUnique() || comparison != null || !filter.isTrivial()) {
      return expand(left);
    }
    int count = input.count();
    MemorySegment rows = input.rows();
    int found = JoinKernels.found(rows, count, selection.bitmap());
    if (marksRows && found > 0) {
      JoinKernels.compact(rows, rows, count, pairRows, pairPositions);
      JoinKernels.mark(pairRows, found, marks);
    }
    return keepsLeftRows ? emitAll(left, found) : emitFound(left, found);
  }

  /** Each left row has at most one partner, and those without are not wanted. */
  private boolean emitFound(Batch left, int found) {
    int count = input.count();
    MemorySegment rows = input.rows();
    if (found == 0) {
      return true;
    }
    if (input.isInPlace() && 5L * found >= 4L * count) {
      if (found == count) {
        return output.emitInPlace(left, null, store, rows, null);
      }
      JoinKernels.clamp(rows, count);
      selection.update(count);
      return output.emitInPlace(left, selection, store, rows, null);
    }
    JoinKernels.compact(rows, input.positions(), count, pairRows, pairPositions);
    return output.emitPairs(left, pairPositions, store, pairRows, null, found);
  }

  /** Each left row has at most one partner, and all are wanted. */
  private boolean emitAll(Batch left, int found) {
    int count = input.count();
    MemorySegment rows = input.rows();
    if (found == 0 && (input.isInPlace() || left.selection() == null)) {
      return output.emitLeft(left, left.selection());
    }
    MemorySegment without = null;
    if (found < count) {
      without = missing;
      for (long at = 0; at < Bitmaps.bytes(count); at += 8) {
        missing.set(ValueLayout.JAVA_LONG, at, ~selection.bitmap().get(ValueLayout.JAVA_LONG, at));
      }
      JoinKernels.clamp(rows, count);
    }
    return input.isInPlace()
        ? output.emitInPlace(left, left.selection(), store, rows, without)
        : output.emitPairs(left, input.positions(), store, rows, without, count);
  }

  /** Follows the chains; emits whenever a batch of pairs is full. */
  private boolean expand(Batch left) {
    int count = input.count();
    MemorySegment rows = input.rows();
    MemorySegment positions = input.positions();
    // Bits of left rows that still have no partner.
    if (keepsLeftRows) {
      selectWanted(left);
    }
    if (comparison != null) {
      comparison.prepare(left);
    }
    walkedRows = 0;
    row = -1;
    int pairs = collect(rows, positions, count);
    while (pairs > 0) {
      if (!emitPairs(left, pairs)) {
        return false;
      }
      pairs = pairs < capacity ? 0 : collect(rows, positions, count);
    }
    return !keepsLeftRows || emitWithoutPartner(left);
  }

  /**
   * Follows the chains from where it stopped before, until a batch of pairs is full. What happens
   * with the pairs is no part of it, so that the JIT compiles a small loop.
   *
   * @return the number of pairs
   */
  private int collect(MemorySegment rows, MemorySegment positions, int count) {
    PairComparison tested = comparison;
    int pairs = 0;
    int next = row;
    int walked = walkedRows;
    int position = walked == 0 ? 0 : positions.get(ValueLayout.JAVA_INT, (long) walked - 1 << 2);
    while (pairs < capacity) {
      if (next < 0) {
        if (walked == count) {
          break;
        }
        next = rows.get(ValueLayout.JAVA_INT, (long) walked << 2);
        position = positions.get(ValueLayout.JAVA_INT, (long) walked << 2);
        walked++;
        continue;
      }
      if (tested == null || tested.test(position, next)) {
        pairPositions.set(ValueLayout.JAVA_INT, (long) pairs << 2, position);
        pairRows.set(ValueLayout.JAVA_INT, (long) pairs << 2, next);
        pairs++;
      }
      if ((++steps & CHECKED_STEPS - 1) == 0) {
        cancellation.check();
      }
      next = table.next(next);
    }
    row = next;
    walkedRows = walked;
    return pairs;
  }

  private void selectWanted(Batch left) {
    Selection wanted = left.selection();
    if (wanted == null) {
      Bitmaps.fill(selection.bitmap(), 0, left.rowCount());
    } else {
      MemorySegment.copy(wanted.bitmap(), 0, selection.bitmap(), 0, Bitmaps.bytes(left.rowCount()));
    }
  }

  private boolean emitPairs(Batch left, int pairs) {
    int count = pairs;
    if (!filter.isTrivial()) {
      MemorySegment passed = filter.test(left, pairPositions, pairRows, pairs);
      count = JoinKernels.compact(pairPositions, pairs, passed);
      JoinKernels.compact(pairRows, pairs, passed);
      if (count == 0) {
        return true;
      }
    }
    if (marksRows) {
      JoinKernels.mark(pairRows, count, marks);
    }
    if (keepsLeftRows) {
      for (int i = 0; i < count; i++) {
        Bitmaps.clear(
            selection.bitmap(), 0, pairPositions.get(ValueLayout.JAVA_INT, (long) i << 2));
      }
    }
    return output.emitPairs(left, pairPositions, store, pairRows, null, count);
  }

  private boolean emitWithoutPartner(Batch left) {
    int count = selection.update(left.rowCount());
    if (count == 0) {
      return true;
    }
    return count == left.rowCount()
        ? output.emitLeft(left, null)
        : output.emitLeft(left, selection.positions(), count);
  }
}
