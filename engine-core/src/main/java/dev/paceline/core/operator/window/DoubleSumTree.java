package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.WindowCall;
import dev.paceline.core.plan.WindowFunction;
import java.lang.foreign.MemorySegment;

/** SUM of doubles: of the frame's values only, so that no infinity or large value stays behind. */
final class DoubleSumTree extends SegmentTree {
  private final WindowCall call;
  private final ArgumentRows argument;

  DoubleSumTree(WindowCall call, SortedRows rows, ArgumentRows argument, MemoryScope memory) {
    super(rows, Double.BYTES, memory);
    this.call = call;
    this.argument = argument;
  }

  @Override
  void fillLeaves(int from, int to, MemorySegment leaves, BatchReader reader) {
    reader.read(
        argument.column(),
        from,
        to,
        (values, at, count) -> {
          for (int i = 0; i < count; i++) {
            double value = argument.counts(at + i) ? values.getDouble(i) : 0;
            leaves.set(JAVA_DOUBLE, (long) (at + i) << 3, value);
          }
        });
  }

  @Override
  void merge(MemorySegment nodes, int from, int to, MemorySegment above, int node) {
    above.set(JAVA_DOUBLE, (long) node << 3, sum(0, nodes, from, to));
  }

  private static double sum(double start, MemorySegment nodes, int from, int to) {
    double sum = start;
    for (int i = from; i < to; i++) {
      sum += nodes.get(JAVA_DOUBLE, (long) i << 3);
    }
    return sum;
  }

  /** One worker's sum. */
  private static final class Sum implements Accumulator {
    private double value;

    @Override
    public void clear() {
      value = 0;
    }

    @Override
    public void add(MemorySegment nodes, int from, int to) {
      value = sum(value, nodes, from, to);
    }
  }

  @Override
  public Evaluator open(WindowBatch batch) {
    Frames frames = batch.frames(call);
    Sum sum = new Sum();
    FrameCursor cursor = new FrameCursor(frames, sum);
    return out -> evaluate(batch, frames, sum, cursor, out);
  }

  private void evaluate(
      WindowBatch batch, Frames frames, Sum sum, FrameCursor cursor, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * batch.capacity());
    for (int i = 0; i < batch.count(); i++) {
      cursor.move(i);
      lanes.set(JAVA_DOUBLE, (long) i << 3, sum.value);
    }
    out.setDoubles(lanes, 0);
    if (call.function() == WindowFunction.SUM) {
      EmptyFrames.setNulls(batch, frames, argument, 1, out);
    }
  }
}
