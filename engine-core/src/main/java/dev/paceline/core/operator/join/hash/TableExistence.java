package dev.paceline.core.operator.join.hash;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.JoinKernels;
import dev.paceline.core.operator.join.PairComparison;
import dev.paceline.core.operator.join.PairFilter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Looks keys up in a table and tests candidates in rounds: every row that is still undecided puts
 * forward as many of its candidates as fit a batch, so that rows stop as soon as one passes.
 */
final class TableExistence implements Existence {
  /** Steps along chains between two looks at the cancellation; a power of two. */
  private static final int CHECKED_STEPS = 1 << 16;

  private final JoinTable table;
  private final @Nullable PairComparison comparison;
  private final PairFilter filter;
  private final ProbeInput input;
  private final CancellationToken cancellation;
  private final int capacity;
  private final MemorySegment undecided;
  private final MemorySegment candidates;
  private final MemorySegment pairPositions;
  private final MemorySegment pairRows;

  TableExistence(
      HashJoinBuild build,
      @Nullable PairComparison comparison,
      PairFilter filter,
      ProbeInput input,
      WorkerContext context) {
    this.table = requireNonNull(build.table(), "table");
    this.comparison = comparison;
    this.filter = filter;
    this.input = input;
    this.cancellation = context.query().cancellation();
    this.capacity = context.batchRows();
    undecided = context.memory().allocate(4L * capacity);
    candidates = context.memory().allocate(4L * capacity);
    pairPositions = context.memory().allocate(4L * capacity);
    pairRows = context.memory().allocate(4L * capacity);
  }

  @Override
  public void narrow(Batch left, MemorySegment bitmap) {
    input.find(left);
    if (comparison == null && filter.isTrivial() && input.isInPlace()) {
      JoinKernels.found(input.rows(), input.count(), bitmap);
      return;
    }
    int active =
        JoinKernels.compact(input.rows(), input.positions(), input.count(), candidates, undecided);
    Bitmaps.zero(bitmap, 0, left.rowCount());
    PairComparison tested = comparison;
    if (tested != null) {
      tested.prepare(left);
      if (filter.isTrivial()) {
        compare(tested, active, bitmap);
        return;
      }
    }
    if (filter.isTrivial()) {
      for (int i = 0; i < active; i++) {
        Bitmaps.set(bitmap, 0, undecided.get(ValueLayout.JAVA_INT, (long) i << 2));
      }
      return;
    }
    while (active > 0) {
      active = round(left, active, bitmap);
      cancellation.check();
    }
  }

  /** Follows the chain of each row up to the first partner. */
  private void compare(PairComparison tested, int active, MemorySegment bitmap) {
    int steps = 0;
    for (int i = 0; i < active; i++) {
      int position = undecided.get(ValueLayout.JAVA_INT, (long) i << 2);
      int row = candidates.get(ValueLayout.JAVA_INT, (long) i << 2);
      while (row >= 0 && !tested.test(position, row)) {
        row = table.next(row);
        if ((++steps & CHECKED_STEPS - 1) == 0) {
          cancellation.check();
        }
      }
      if (row >= 0) {
        Bitmaps.set(bitmap, 0, position);
      }
    }
  }

  /** Tests some candidates of each undecided row; returns how many rows remain undecided. */
  private int round(Batch left, int active, MemorySegment bitmap) {
    PairComparison tested = comparison;
    // The first candidate is nearly always a partner if nothing but the keys is compared.
    int quota = tested == null && filter.verifiesKeysOnly() ? 1 : capacity / active;
    int pairs = 0;
    for (int i = 0; i < active; i++) {
      int position = undecided.get(ValueLayout.JAVA_INT, (long) i << 2);
      int row = candidates.get(ValueLayout.JAVA_INT, (long) i << 2);
      int last = row;
      for (int taken = 0; row >= 0; row = table.next(row)) {
        last = row;
        if (tested == null || tested.test(position, row)) {
          pairPositions.set(ValueLayout.JAVA_INT, (long) pairs << 2, position);
          pairRows.set(ValueLayout.JAVA_INT, (long) pairs << 2, row);
          pairs++;
        }
        if (++taken == quota) {
          break;
        }
      }
      candidates.set(ValueLayout.JAVA_INT, (long) i << 2, last);
    }
    MemorySegment passed = filter.test(left, pairPositions, pairRows, pairs);
    int hits = JoinKernels.compact(pairPositions, pairs, passed);
    for (int i = 0; i < hits; i++) {
      Bitmaps.set(bitmap, 0, pairPositions.get(ValueLayout.JAVA_INT, (long) i << 2));
    }
    int remaining = 0;
    for (int i = 0; i < active; i++) {
      int position = undecided.get(ValueLayout.JAVA_INT, (long) i << 2);
      if (Bitmaps.get(bitmap, 0, position)) {
        continue;
      }
      int row = table.next(candidates.get(ValueLayout.JAVA_INT, (long) i << 2));
      if (row >= 0) {
        undecided.set(ValueLayout.JAVA_INT, (long) remaining << 2, position);
        candidates.set(ValueLayout.JAVA_INT, (long) remaining << 2, row);
        remaining++;
      }
    }
    return remaining;
  }
}
