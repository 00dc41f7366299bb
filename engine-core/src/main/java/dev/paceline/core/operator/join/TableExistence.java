package dev.paceline.core.operator.join;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.JoinKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Looks keys up in a table and tests candidates in rounds: every row that is still undecided puts
 * forward as many of its candidates as fit a batch, so that rows stop as soon as one passes.
 */
final class TableExistence implements Existence {
  private final JoinTable table;
  private final PairFilter filter;
  private final ProbeInput input;
  private final CancellationToken cancellation;
  private final int capacity;
  private final MemorySegment undecided;
  private final MemorySegment candidates;
  private final MemorySegment pairPositions;
  private final MemorySegment pairRows;

  TableExistence(HashJoinBuild build, PairFilter filter, ProbeInput input, WorkerContext context) {
    this.table = requireNonNull(build.table(), "table");
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
    if (filter.isTrivial() && input.isInPlace()) {
      JoinKernels.found(input.rows(), input.count(), bitmap);
      return;
    }
    int active =
        JoinKernels.compact(input.rows(), input.positions(), input.count(), candidates, undecided);
    Bitmaps.zero(bitmap, 0, left.rowCount());
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

  /** Tests some candidates of each undecided row; returns how many rows remain undecided. */
  private int round(Batch left, int active, MemorySegment bitmap) {
    int quota = capacity / active;
    int pairs = 0;
    for (int i = 0; i < active; i++) {
      int position = undecided.get(ValueLayout.JAVA_INT, (long) i << 2);
      int row = candidates.get(ValueLayout.JAVA_INT, (long) i << 2);
      for (int taken = 0; taken < quota && row >= 0; taken++) {
        pairPositions.set(ValueLayout.JAVA_INT, (long) pairs << 2, position);
        pairRows.set(ValueLayout.JAVA_INT, (long) pairs << 2, row);
        pairs++;
        row = table.next(row);
      }
      candidates.set(ValueLayout.JAVA_INT, (long) i << 2, row);
    }
    MemorySegment passed = filter.test(left, pairPositions, pairRows, pairs);
    int hits = JoinKernels.compact(pairPositions, pairs, passed);
    for (int i = 0; i < hits; i++) {
      Bitmaps.set(bitmap, 0, pairPositions.get(ValueLayout.JAVA_INT, (long) i << 2));
    }
    int remaining = 0;
    for (int i = 0; i < active; i++) {
      int position = undecided.get(ValueLayout.JAVA_INT, (long) i << 2);
      int row = candidates.get(ValueLayout.JAVA_INT, (long) i << 2);
      if (row >= 0 && !Bitmaps.get(bitmap, 0, position)) {
        undecided.set(ValueLayout.JAVA_INT, (long) remaining << 2, position);
        candidates.set(ValueLayout.JAVA_INT, (long) remaining << 2, row);
        remaining++;
      }
    }
    return remaining;
  }
}
