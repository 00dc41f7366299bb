package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.util.Objects.requireNonNull;

import dev.paceline.core.aggregate.LibraryAggregate;
import dev.paceline.core.aggregate.Moments;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.WindowCall;
import java.lang.foreign.MemorySegment;

/** Functions of the registry over doubles: a node has the moments of its rows. */
final class MomentTree extends SegmentTree {
  private final WindowCall call;
  private final LibraryAggregate function;
  private final Moments moments;
  private final ArgumentRows argument;

  MomentTree(WindowCall call, SortedRows rows, ArgumentRows argument, MemoryScope memory) {
    super(rows, requireNonNull(call.library(), "library").moments().bytes(), memory);
    this.call = call;
    this.function = requireNonNull(call.library(), "library");
    this.moments = function.moments();
    this.argument = argument;
  }

  @Override
  void fillLeaves(int from, int to, MemorySegment leaves, BatchReader reader) {
    long bytes = moments.bytes();
    leaves.asSlice(bytes * from, bytes * (to - from)).fill((byte) 0);
    int second = moments.arguments() == 1 ? argument.column() : call.arguments().get(1);
    double[] seconds = new double[to - from];
    reader.read(
        second,
        from,
        to,
        (values, at, count) -> {
          for (int i = 0; i < count; i++) {
            seconds[at - from + i] = argument.counts(at + i) ? values.getDouble(i) : 0;
          }
        });
    reader.read(
        argument.column(),
        from,
        to,
        (values, at, count) -> {
          for (int i = 0; i < count; i++) {
            if (argument.counts(at + i)) {
              moments.add(leaves, bytes * (at + i), values.getDouble(i), seconds[at - from + i]);
            }
          }
        });
  }

  @Override
  void merge(MemorySegment nodes, int from, int to, MemorySegment above, int node) {
    long bytes = moments.bytes();
    above.asSlice(bytes * node, bytes).fill((byte) 0);
    for (int i = from; i < to; i++) {
      moments.merge(above, bytes * node, nodes, bytes * i);
    }
  }

  @Override
  public Evaluator open(WindowBatch batch) {
    MemorySegment state = batch.memory().allocate(moments.bytes());
    Accumulator accumulator =
        new Accumulator() {
          @Override
          public void clear() {
            state.fill((byte) 0);
          }

          @Override
          public void add(MemorySegment nodes, int from, int to) {
            for (int i = from; i < to; i++) {
              moments.merge(state, 0, nodes, (long) moments.bytes() * i);
            }
          }
        };
    FrameCursor cursor = new FrameCursor(batch.frames(call), accumulator);
    return out -> evaluate(batch, cursor, state, out);
  }

  private void evaluate(
      WindowBatch batch, FrameCursor cursor, MemorySegment state, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * batch.capacity());
    MemorySegment nulls = out.nullScratch(batch.capacity());
    Bitmaps.zero(nulls, 0, batch.count());
    boolean any = false;
    for (int i = 0; i < batch.count(); i++) {
      cursor.move(i);
      double result = function.result(state, 0);
      lanes.set(JAVA_DOUBLE, (long) i << 3, result);
      if (function.isNull(state, 0, result)) {
        Bitmaps.set(nulls, 0, i);
        any = true;
      }
    }
    out.setDoubles(lanes, 0);
    if (any) {
      out.setNulls(nulls, 0);
    }
  }
}
