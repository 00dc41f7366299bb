package dev.paceline.core.operator.join.hash;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.JoinKernels;
import dev.paceline.core.operator.join.PairComparison;
import dev.paceline.core.operator.join.PairFilter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Marks the right rows that have a partner and delivers nothing: the probe of RIGHT_SEMI and
 * RIGHT_ANTI. One worker uses it; several may mark the same row.
 */
final class MarkProbe implements BatchConsumer {
  /** Steps along chains between two looks at the cancellation; a power of two. */
  private static final int CHECKED_STEPS = 1 << 16;

  private final JoinTable table;
  private final @Nullable PairComparison comparison;
  private final PairFilter filter;
  private final ProbeInput input;
  private final CancellationToken cancellation;
  private final int capacity;
  private final MemorySegment marks;
  private final MemorySegment pairPositions;
  private final MemorySegment pairRows;

  MarkProbe(
      HashJoinBuild build,
      @Nullable PairComparison comparison,
      PairFilter filter,
      ProbeInput input,
      WorkerContext context) {
    this.table = requireNonNull(build.table(), "table");
    this.marks = requireNonNull(build.marks(), "marks");
    this.comparison = comparison;
    this.filter = filter;
    this.input = input;
    this.cancellation = context.query().cancellation();
    this.capacity = context.batchRows();
    pairPositions = context.memory().allocate(4L * capacity);
    pairRows = context.memory().allocate(4L * capacity);
  }

  @Override
  public boolean accept(Batch left) {
    input.find(left);
    int count = input.count();
    MemorySegment rows = input.rows();
    MemorySegment positions = input.positions();
    PairComparison tested = comparison;
    if (tested != null) {
      tested.prepare(left);
    }
    boolean trivial = filter.isTrivial();
    int pairs = 0;
    int steps = 0;
    for (int i = 0; i < count; i++) {
      int row = rows.get(ValueLayout.JAVA_INT, (long) i << 2);
      if (row < 0 || trivial && tested == null && isMarked(row)) {
        // Whoever marks the first row of an exact chain marks them all.
        continue;
      }
      int position = positions.get(ValueLayout.JAVA_INT, (long) i << 2);
      for (; row >= 0; row = table.next(row)) {
        if ((++steps & CHECKED_STEPS - 1) == 0) {
          cancellation.check();
        }
        if (isMarked(row) || tested != null && !tested.test(position, row)) {
          continue;
        }
        if (trivial) {
          marks.set(ValueLayout.JAVA_BYTE, row, (byte) 1);
          continue;
        }
        pairPositions.set(ValueLayout.JAVA_INT, (long) pairs << 2, position);
        pairRows.set(ValueLayout.JAVA_INT, (long) pairs << 2, row);
        if (++pairs == capacity) {
          test(left, pairs);
          pairs = 0;
        }
      }
    }
    test(left, pairs);
    return true;
  }

  private boolean isMarked(int row) {
    return marks.get(ValueLayout.JAVA_BYTE, row) != 0;
  }

  private void test(Batch left, int pairs) {
    if (pairs > 0) {
      MemorySegment passed = filter.test(left, pairPositions, pairRows, pairs);
      JoinKernels.mark(pairRows, JoinKernels.compact(pairRows, pairs, passed), marks);
      cancellation.check();
    }
  }
}
