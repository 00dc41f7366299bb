package dev.paceline.benchmarks.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** All bytes once, by a loop that the compiler vectorises: what the memory gives. */
public class SequentialReadBenchmark extends KernelBenchmark {
  /** Longs to add up. */
  @State(Scope.Thread)
  public static class Longs extends BatchState {
    @Param({"CACHE", "MEMORY"})
    private WorkingSet workingSet;

    private MemorySegment lanes;

    @Setup
    public void fill() {
      long rows = workingSet.rows(Long.BYTES);
      lanes = Lanes.random(scope, rows, Long.BYTES, 1);
      walk(rows);
    }
  }

  @Benchmark
  @BytesRead(bytes = Long.BYTES)
  public long read(Longs longs) {
    MemorySegment lanes = longs.lanes;
    long first = longs.nextRow() << 3;
    long sum = 0;
    for (int i = 0; i < BatchState.ROWS; i++) {
      sum += lanes.get(ValueLayout.JAVA_LONG, first + ((long) i << 3));
    }
    return sum;
  }
}
