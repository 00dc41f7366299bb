package dev.paceline.benchmarks.kernel;

import dev.paceline.core.kernel.CompareKernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * BETWEEN on encoded integers into a bitmap, one tenth of the rows in the range, the data far
 * larger than the caches; beside it the same bytes read by a plain loop. The filter is good when it
 * takes no more than 1.25 times the reading. Nanoseconds a row.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RangeFilterBenchmark {
  private static final int ROWS = 1 << 25;
  private static final int ROWS_PER_BLOCK = 1 << 17;
  private static final int PADDING = 64;
  private static final int BITS = Byte.SIZE;

  /** Bytes of a code. */
  @Param({"1", "2", "4"})
  private int width;

  private final Arena arena = Arena.ofShared();
  private MemorySegment codes = MemorySegment.NULL;
  private MemorySegment bitmap = MemorySegment.NULL;
  private long expected;
  private long low;
  private long high;

  /** Fills the codes, and checks the kernel's answer against a plain loop. */
  @Setup
  public void fill() {
    codes = arena.allocate((long) ROWS * width + PADDING, PADDING);
    bitmap = arena.allocate(ROWS_PER_BLOCK / BITS + PADDING, PADDING);
    Random random = new Random(1);
    for (long at = 0; at < (long) ROWS * width; at += Long.BYTES) {
      codes.set(ValueLayout.JAVA_LONG, at, random.nextLong());
    }
    long range = 1L << (BITS * width);
    low = range / 2;
    high = low + range / 10;
    for (int row = 0; row < ROWS; row++) {
      long code = code(row);
      expected += code >= low && code <= high ? 1 : 0;
    }
    if (filterAndCount() != expected) {
      throw new AssertionError("the kernel found other rows than a plain loop");
    }
  }

  @TearDown
  public void free() {
    arena.close();
  }

  private long code(int row) {
    long at = (long) row * width;
    return switch (width) {
      case 1 -> codes.get(ValueLayout.JAVA_BYTE, at) & 0xffL;
      case 2 -> codes.get(ValueLayout.JAVA_SHORT, at) & 0xffffL;
      default -> codes.get(ValueLayout.JAVA_INT, at) & 0xffff_ffffL;
    };
  }

  private long filterAndCount() {
    long count = 0;
    for (int row = 0; row < ROWS; row += ROWS_PER_BLOCK) {
      filter(row);
      for (int word = 0; word < ROWS_PER_BLOCK / BITS; word += Long.BYTES) {
        count += Long.bitCount(bitmap.get(ValueLayout.JAVA_LONG, word));
      }
    }
    return count;
  }

  private void filter(int firstRow) {
    bitmap.fill((byte) -1);
    CompareKernels.INSTANCE.narrow(
        codes, (long) firstRow * width, width, ROWS_PER_BLOCK, low, high, bitmap);
  }

  private long filterAll() {
    for (int row = 0; row < ROWS; row += ROWS_PER_BLOCK) {
      filter(row);
    }
    return bitmap.get(ValueLayout.JAVA_LONG, 0);
  }

  @Benchmark
  @OperationsPerInvocation(ROWS)
  @Fork(
      value = 1,
      jvmArgsAppend = {
        "--add-modules=jdk.incubator.vector",
        "--enable-native-access=ALL-UNNAMED",
        "-XX:+UseSerialGC"
      })
  public long filterSimd() {
    return filterAll();
  }

  @Benchmark
  @OperationsPerInvocation(ROWS)
  @Fork(
      value = 1,
      jvmArgsAppend = {
        "-Dpaceline.simd=off",
        "--enable-native-access=ALL-UNNAMED",
        "-XX:+UseSerialGC"
      })
  public long filterScalar() {
    return filterAll();
  }

  /** All bytes once, by a loop that the compiler vectorises: what memory gives. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  @Fork(
      value = 1,
      jvmArgsAppend = {
        "--add-modules=jdk.incubator.vector",
        "--enable-native-access=ALL-UNNAMED",
        "-XX:+UseSerialGC"
      })
  public long read() {
    long sum = 0;
    long words = (long) ROWS * width / Long.BYTES;
    for (long word = 0; word < words; word++) {
      sum += codes.get(ValueLayout.JAVA_LONG, word << 3);
    }
    return sum;
  }
}
