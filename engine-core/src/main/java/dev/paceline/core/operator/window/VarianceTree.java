package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.WindowCall;
import dev.paceline.core.plan.WindowFunction;
import java.lang.foreign.MemorySegment;

/**
 * Variances and standard deviations of doubles. A node is a count, a mean and the sum of the
 * squared distances from the mean, which are put together without cancellation (Chan, Golub and
 * LeVeque, Algorithms for Computing the Sample Variance, 1983).
 */
final class VarianceTree extends SegmentTree {
  private static final int NODE_BYTES = 3 * Double.BYTES;

  private final WindowCall call;
  private final ArgumentRows argument;

  VarianceTree(WindowCall call, SortedRows rows, ArgumentRows argument, MemoryScope memory) {
    super(rows, NODE_BYTES, memory);
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
            boolean counts = argument.counts(at + i);
            write(leaves, at + i, counts ? 1 : 0, counts ? values.getDouble(i) : 0, 0);
          }
        });
  }

  private static void write(
      MemorySegment nodes, int node, double count, double mean, double squares) {
    long at = (long) NODE_BYTES * node;
    nodes.set(JAVA_DOUBLE, at, count);
    nodes.set(JAVA_DOUBLE, at + 8, mean);
    nodes.set(JAVA_DOUBLE, at + 16, squares);
  }

  @Override
  void merge(MemorySegment nodes, int from, int to, MemorySegment above, int node) {
    Moments moments = new Moments();
    moments.add(nodes, from, to);
    write(above, node, moments.count, moments.mean, moments.squares);
  }

  /** One worker's aggregate. */
  private static final class Moments implements Accumulator {
    private double count;
    private double mean;
    private double squares;

    @Override
    public void clear() {
      count = 0;
      mean = 0;
      squares = 0;
    }

    @Override
    public void add(MemorySegment nodes, int from, int to) {
      for (int i = from; i < to; i++) {
        long at = (long) NODE_BYTES * i;
        double more = nodes.get(JAVA_DOUBLE, at);
        if (more > 0) {
          double difference = nodes.get(JAVA_DOUBLE, at + 8) - mean;
          double all = count + more;
          mean += difference * more / all;
          squares += nodes.get(JAVA_DOUBLE, at + 16) + difference * difference * count * more / all;
          count = all;
        }
      }
    }
  }

  @Override
  public Evaluator open(WindowBatch batch) {
    Frames frames = batch.frames(call);
    Moments moments = new Moments();
    FrameCursor cursor = new FrameCursor(frames, moments);
    return out -> evaluate(batch, frames, moments, cursor, out);
  }

  private void evaluate(
      WindowBatch batch, Frames frames, Moments moments, FrameCursor cursor, ColumnVector out) {
    WindowFunction function = call.function();
    boolean sample = function == WindowFunction.VAR_SAMP || function == WindowFunction.STDDEV_SAMP;
    boolean root = function == WindowFunction.STDDEV_POP || function == WindowFunction.STDDEV_SAMP;
    MemorySegment lanes = out.scratch(8L * batch.capacity());
    for (int i = 0; i < batch.count(); i++) {
      cursor.move(i);
      double variance = moments.squares / (sample ? moments.count - 1 : moments.count);
      lanes.set(JAVA_DOUBLE, (long) i << 3, root ? Math.sqrt(variance) : variance);
    }
    out.setDoubles(lanes, 0);
    EmptyFrames.setNulls(batch, frames, argument, sample ? 2 : 1, out);
  }
}
