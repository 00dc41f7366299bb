package dev.paceline.benchmarks.kernel;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.tier.SimdSupport;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.function.LongConsumer;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A trial of one kernel with its parameters: native memory, and a place in its batches. */
@State(Scope.Thread)
public class KernelTrial {
  /** Rows of a batch. */
  static final int ROWS = 2048;

  /** The twin of a kernel that has only one implementation. */
  static final String NO_TWIN = "";

  static final String SCALAR = "SCALAR";
  static final String SIMD = "SIMD";
  static final String WORKING_SET = "workingSet";
  static final String WIDTH = "width";

  private static final long MEMORY_LIMIT_BYTES = 1L << 30;
  private static final int CHECKED_BATCHES = 4;

  @Param("")
  private String kernel;

  @Param("")
  private String parameters;

  @Param(NO_TWIN)
  private String twin;

  private final MemoryLedger ledger = new MemoryLedger(MEMORY_LIMIT_BYTES);
  private final MemoryScope scope = ledger.openScope("benchmark");
  private Map<String, String> values;
  private BatchCall call;
  private long rows = ROWS;
  private long row;

  /** Runs a kernel over the batch that begins at a row; its result depends on what it does. */
  @FunctionalInterface
  interface BatchCall {
    long run(long row);
  }

  /** Runs a kernel of some family over the rows of two columns. */
  @FunctionalInterface
  interface PairCall<K> {
    void run(
        K kernels,
        MemorySegment left,
        long leftOffset,
        MemorySegment right,
        long rightOffset,
        int rows,
        MemorySegment target);
  }

  /** Returns whether the results of the batch that begins at a row are right. */
  @FunctionalInterface
  interface BatchCheck {
    boolean isRight(long row);
  }

  /**
   * Returns whether the result of row {@code row + i} of the batch that begins at a row is right.
   */
  @FunctionalInterface
  interface RowCheck {
    boolean isRight(long row, int i);
  }

  /** Prepares the kernel, and compares what it does with plain Java. */
  @Setup
  public void prepare() {
    values = KernelMethod.parse(parameters);
    call = KernelBenchmarks.method(kernel).prepare(this);
  }

  /** Ends the trial. */
  @TearDown
  public void free() {
    scope.close();
    ledger.close();
  }

  /** Runs the kernel over the next batch; behind the last batch comes the first. */
  long runNext() {
    row += ROWS;
    if (row >= rows) {
      row = 0;
    }
    return call.run(row);
  }

  MemoryScope scope() {
    return scope;
  }

  String text(String parameter) {
    return values.get(parameter);
  }

  int number(String parameter) {
    return Integer.parseInt(text(parameter));
  }

  double fraction(String parameter) {
    return Double.parseDouble(text(parameter));
  }

  /** Returns the parameter that is the bytes of a lane. */
  int width() {
    return number(WIDTH);
  }

  /**
   * Returns one of the twins.
   *
   * @param serving the one that queries run on
   */
  <T> T choose(T serving, T scalar) {
    if (twin.equals(SCALAR)) {
      return scalar;
    }
    if (!SimdSupport.loadModule()) {
      throw new IllegalStateException(
          "SIMD kernels are off: start Java with --add-modules=jdk.incubator.vector");
    }
    return serving;
  }

  /** Walks through some rows, a multiple of {@link #ROWS}. */
  void walk(long rowCount) {
    rows = rowCount;
  }

  /**
   * Walks through the rows of a working set with {@code bytesPerRow} each, and returns their
   * number.
   */
  long walkWorkingSet(int bytesPerRow) {
    rows = rowsOfWorkingSet(bytesPerRow);
    return rows;
  }

  /** Returns the rows of the parameter that is the working set, which is the cache by default. */
  long rowsOfWorkingSet(int bytesPerRow) {
    return WorkingSet.valueOf(values.getOrDefault(WORKING_SET, WorkingSet.CACHE.name()))
        .rows(bytesPerRow);
  }

  /** Walks through lanes of random bits. */
  MemorySegment randomLanes(int width) {
    return Lanes.random(scope, walkWorkingSet(width), width, 1);
  }

  /** Walks through lanes of random numbers in [0, bound). */
  MemorySegment uniformLanes(int width, long bound) {
    return Lanes.uniform(scope, walkWorkingSet(width), width, bound, 1);
  }

  /** Walks through random doubles in [0, 1). */
  MemorySegment randomDoubles() {
    return Lanes.doubles(scope, walkWorkingSet(Double.BYTES), 1);
  }

  /** Returns memory for the results of a batch. */
  MemorySegment target(int bytesPerRow) {
    return scope.allocateZeroed((long) ROWS * bytesPerRow);
  }

  /** Returns memory for a bitmap of a batch. */
  MemorySegment bitmap() {
    return scope.allocateZeroed(Bitmaps.bytes(ROWS));
  }

  /** Runs a kernel over the first batches, and checks the results. */
  BatchCall checkedBatches(BatchCall checked, BatchCheck check) {
    for (long first = 0; first < Math.min(rows, (long) CHECKED_BATCHES * ROWS); first += ROWS) {
      checked.run(first);
      require(check.isRight(first), first);
    }
    return checked;
  }

  /**
   * Runs a kernel over the first batches, and checks the result of every row.
   *
   * @param checked takes the row at which the batch begins
   */
  BatchCall checkedRows(LongConsumer checked, RowCheck check) {
    return checkedBatches(
        row -> {
          checked.accept(row);
          return row;
        },
        first -> {
          for (int i = 0; i < ROWS; i++) {
            require(check.isRight(first, i), first + i);
          }
          return true;
        });
  }

  /** Fails the trial unless a result is right. */
  void require(boolean isRight, long at) {
    if (!isRight) {
      throw new AssertionError(
          "wrong result of %s %s %s at row %d".formatted(kernel, parameters, twin, at));
    }
  }
}
