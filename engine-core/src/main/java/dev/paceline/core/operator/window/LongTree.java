package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.WindowCall;
import dev.paceline.core.plan.WindowFunction;
import java.lang.foreign.MemorySegment;

/** MIN, MAX, BIT_AND, BIT_OR and BIT_XOR of whole numbers of 64 bits. */
final class LongTree extends SegmentTree {
  private final WindowCall call;
  private final ArgumentRows argument;
  private final Operation operation;

  /** The operation that combines two aggregates; looked up once for a run of nodes. */
  private enum Operation {
    MIN(Long.MAX_VALUE),
    MAX(Long.MIN_VALUE),
    AND(-1L),
    OR(0),
    XOR(0);

    /** The aggregate of no values. */
    private final long neutral;

    Operation(long neutral) {
      this.neutral = neutral;
    }

    static Operation of(WindowFunction function) {
      return switch (function) {
        case MIN -> MIN;
        case MAX -> MAX;
        case BIT_AND -> AND;
        case BIT_OR -> OR;
        case BIT_XOR -> XOR;
        default -> throw new IllegalArgumentException("no tree of numbers: " + function);
      };
    }

    long fold(long start, MemorySegment nodes, int from, int to) {
      long result = start;
      switch (this) {
        case MIN -> {
          for (int i = from; i < to; i++) {
            result = Math.min(result, node(nodes, i));
          }
        }
        case MAX -> {
          for (int i = from; i < to; i++) {
            result = Math.max(result, node(nodes, i));
          }
        }
        case AND -> {
          for (int i = from; i < to; i++) {
            result &= node(nodes, i);
          }
        }
        case OR -> {
          for (int i = from; i < to; i++) {
            result |= node(nodes, i);
          }
        }
        case XOR -> {
          for (int i = from; i < to; i++) {
            result ^= node(nodes, i);
          }
        }
      }
      return result;
    }
  }

  LongTree(WindowCall call, SortedRows rows, ArgumentRows argument, MemoryScope memory) {
    super(rows, Long.BYTES, memory);
    this.call = call;
    this.argument = argument;
    this.operation = Operation.of(call.function());
  }

  private static long node(MemorySegment nodes, int i) {
    return nodes.get(JAVA_LONG, (long) i << 3);
  }

  @Override
  void fillLeaves(int from, int to, MemorySegment leaves, BatchReader reader) {
    reader.read(
        argument.column(),
        from,
        to,
        (values, at, count) -> {
          for (int i = 0; i < count; i++) {
            long value = argument.counts(at + i) ? values.getLong(i) : operation.neutral;
            leaves.set(JAVA_LONG, (long) (at + i) << 3, value);
          }
        });
  }

  @Override
  void merge(MemorySegment nodes, int from, int to, MemorySegment above, int node) {
    above.set(JAVA_LONG, (long) node << 3, operation.fold(operation.neutral, nodes, from, to));
  }

  /** One worker's aggregate. */
  private final class Fold implements Accumulator {
    private long value;

    @Override
    public void clear() {
      value = operation.neutral;
    }

    @Override
    public void add(MemorySegment nodes, int from, int to) {
      value = operation.fold(value, nodes, from, to);
    }
  }

  @Override
  public Evaluator open(WindowBatch batch) {
    Frames frames = batch.frames(call);
    Fold fold = new Fold();
    FrameCursor cursor = new FrameCursor(frames, fold);
    return out -> evaluate(batch, frames, fold, cursor, out);
  }

  private void evaluate(
      WindowBatch batch, Frames frames, Fold fold, FrameCursor cursor, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * batch.capacity());
    for (int i = 0; i < batch.count(); i++) {
      cursor.move(i);
      lanes.set(JAVA_LONG, (long) i << 3, fold.value);
    }
    out.setLongs(lanes, 0);
    EmptyFrames.setNulls(batch, frames, argument, 1, out);
  }
}
