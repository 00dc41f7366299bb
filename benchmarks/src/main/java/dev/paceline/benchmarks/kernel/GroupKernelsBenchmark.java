package dev.paceline.benchmarks.kernel;

import dev.paceline.core.kernel.GroupKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongBinaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Updates of group states. */
public class GroupKernelsBenchmark extends KernelBenchmark {
  /** The call of one kernel. */
  interface Call {
    void run(MemorySegment ids, MemorySegment values, int rows, MemorySegment state);
  }

  /** A kernel, and the same for one row. */
  public enum Update {
    COUNT((ids, values, n, state) -> GroupKernels.count(ids, n, state), 4, (s, x) -> s + 1),
    ADD(GroupKernels::add, 8, Long::sum),
    ADD_TO_128(GroupKernels::addTo128, 16, Long::sum),
    MIN(GroupKernels::min, 8, Math::min),
    MAX(GroupKernels::max, 8, Math::max),
    AND(GroupKernels::and, 8, (s, x) -> s & x),
    OR(GroupKernels::or, 8, (s, x) -> s | x),
    XOR(GroupKernels::xor, 8, (s, x) -> s ^ x),
    PUT(GroupKernels::put, 8, (s, x) -> x);

    private final Call call;
    private final int bytes;
    private final LongBinaryOperator plain;

    Update(Call call, int bytes, LongBinaryOperator plain) {
      this.call = call;
      this.bytes = bytes;
      this.plain = plain;
    }
  }

  /** Random group numbers, values, and one state a group. */
  @State(Scope.Thread)
  public static class States extends BatchState {
    private static final int ROW_COUNT = 1 << 16;

    @Param private Update update;

    @Param({"16", "10000", "1000000"})
    private int states;

    private MemorySegment ids;
    private MemorySegment values;
    private MemorySegment state;

    @Setup
    public void fill() {
      walk(ROW_COUNT);
      ids = Lanes.uniform(scope, ROW_COUNT, Integer.BYTES, states, 1);
      values = Lanes.random(scope, ROW_COUNT, Long.BYTES, 2);
      state = scope.allocateZeroed((long) states * update.bytes);
      long[] expected = new long[states];
      for (int row = 0; row < ROW_COUNT; row++) {
        int id = ids.getAtIndex(ValueLayout.JAVA_INT, row);
        expected[id] = update.plain.applyAsLong(expected[id], Lanes.get(values, 8, row));
      }
      for (long row = 0; row < ROW_COUNT; row += ROWS) {
        update(row);
      }
      for (int group = 0; group < states; group++) {
        long at = (long) group * update.bytes;
        long actual =
            update.bytes == Integer.BYTES
                ? state.get(ValueLayout.JAVA_INT, at)
                : state.get(ValueLayout.JAVA_LONG, at);
        check(actual, expected[group], "state of group", group);
      }
    }

    void update(long row) {
      update.call.run(ids.asSlice(row << 2), values.asSlice(row << 3), ROWS, state);
    }
  }

  @Benchmark
  public void update(States states) {
    states.update(states.nextRow());
  }
}
