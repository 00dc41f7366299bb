package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.sort.RowOrder;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.plan.WindowCall;
import dev.paceline.core.plan.WindowFunction;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * MIN, MAX, ARG_MIN and ARG_MAX of values of any type: a node is the first position that has the
 * smallest or largest value of the first argument. The result is the last argument there.
 */
final class RowTree extends SegmentTree {
  private static final int NONE = -1;

  private final WindowCall call;
  private final ArgumentRows argument;
  private final SortedRows rows;
  private final ColumnVector[] column;
  private final RowOrder order;

  RowTree(WindowCall call, SortedRows rows, ArgumentRows argument, MemoryScope memory) {
    super(rows, Integer.BYTES, memory);
    this.call = call;
    this.argument = argument;
    this.rows = rows;
    this.column = new ColumnVector[] {rows.store().column(argument.column())};
    boolean greatest =
        call.function() == WindowFunction.MAX || call.function() == WindowFunction.ARG_MAX;
    this.order = new RowOrder(List.of(new SortKey(0, greatest, false)));
  }

  @Override
  void fillLeaves(int from, int to, MemorySegment leaves, BatchReader reader) {
    for (int position = from; position < to; position++) {
      int counted = argument.counts(position) ? position : NONE;
      leaves.set(JAVA_INT, (long) position << 2, counted);
    }
  }

  @Override
  void merge(MemorySegment nodes, int from, int to, MemorySegment above, int node) {
    above.set(JAVA_INT, (long) node << 2, first(NONE, nodes, from, to));
  }

  /** The nodes may come in any order. */
  private int first(int start, MemorySegment nodes, int from, int to) {
    int first = start;
    for (int i = from; i < to; i++) {
      int position = nodes.get(JAVA_INT, (long) i << 2);
      if (first == NONE || position != NONE && isBefore(position, first)) {
        first = position;
      }
    }
    return first;
  }

  private boolean isBefore(int position, int other) {
    int comparison = order.compare(column, rows.row(position), rows.row(other));
    return comparison < 0 || comparison == 0 && position < other;
  }

  /** One worker's aggregate. */
  private final class First implements Accumulator {
    private int position = NONE;

    @Override
    public void clear() {
      position = NONE;
    }

    @Override
    public void add(MemorySegment nodes, int from, int to) {
      position = first(position, nodes, from, to);
    }
  }

  @Override
  public Evaluator open(WindowBatch batch) {
    First first = new First();
    FrameCursor cursor = new FrameCursor(batch.frames(call), first);
    MemorySegment found = batch.memory().allocate(4L * batch.capacity());
    MemorySegment missing = batch.memory().allocate(Bitmaps.bytes(batch.capacity()));
    return out -> {
      Bitmaps.zero(missing, 0, batch.count());
      boolean any = false;
      for (int i = 0; i < batch.count(); i++) {
        cursor.move(i);
        int row = 0;
        if (first.position == NONE) {
          Bitmaps.set(missing, 0, i);
          any = true;
        } else {
          row = rows.row(first.position);
        }
        found.set(JAVA_INT, (long) i << 2, row);
      }
      rows.store()
          .gather(
              call.arguments().getLast(),
              found,
              any ? missing : null,
              batch.count(),
              out,
              batch.capacity());
    };
  }
}
