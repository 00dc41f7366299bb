package dev.paceline.benchmarks.kernel;

import dev.paceline.core.kernel.ScalarStringKernels;
import dev.paceline.core.kernel.StringKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** LIKE '%needle%' on texts of random small letters; hardly any has the needle. */
public class StringKernelsBenchmark extends KernelBenchmark {
  private static final byte[] NEEDLE = "special".getBytes(StandardCharsets.US_ASCII);

  /** Texts of one length, one behind the other. */
  @State(Scope.Thread)
  public static class Texts extends TwinState {
    @Param({"10", "44", "200"})
    private int length;

    private StringKernels kernels;
    private MemorySegment heap;

    @Setup
    public void fill() {
      kernels = choose(StringKernels.INSTANCE, new ScalarStringKernels());
      SplittableRandom random = new SplittableRandom(1);
      heap = scope.allocate((long) ROWS * length);
      for (long at = 0; at < (long) ROWS * length; at++) {
        heap.set(ValueLayout.JAVA_BYTE, at, (byte) ('a' + random.nextInt(26)));
      }
      for (int row = 0; row < ROWS; row += 64) {
        long place = (long) row * length + random.nextInt(length - NEEDLE.length + 1);
        MemorySegment.copy(NEEDLE, 0, heap, ValueLayout.JAVA_BYTE, place, NEEDLE.length);
      }
      long expected = 0;
      for (int row = 0; row < ROWS; row++) {
        byte[] text = heap.asSlice((long) row * length, length).toArray(ValueLayout.JAVA_BYTE);
        int index =
            new String(text, StandardCharsets.US_ASCII)
                .indexOf(new String(NEEDLE, StandardCharsets.US_ASCII));
        expected += index < 0 ? -1 : (long) row * length + index;
      }
      check(search(), expected, "places", 0);
    }

    /** The sum of all places. */
    long search() {
      long sum = 0;
      for (int row = 0; row < ROWS; row++) {
        long from = (long) row * length;
        sum += kernels.indexOf(heap, from, from + length, NEEDLE);
      }
      return sum;
    }
  }

  @Benchmark
  public long indexOf(Texts texts) {
    return texts.search();
  }
}
