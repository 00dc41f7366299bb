package dev.paceline.core.kernel.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.kernel.simd.SimdBoundsKernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bounds are those that streams find. */
class BoundsKernelsTest {
  private static final List<BoundsKernels> KERNELS =
      List.of(new ScalarBoundsKernels(), new SimdBoundsKernels());
  private static final int MOST = 70;

  @Test
  void findsTheSmallestAndTheLargestValue() {
    Random random = new Random(3);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lanes = arena.allocate((long) (MOST + 2) * Long.BYTES);
      for (int round = 0; round < 5000; round++) {
        int shift = random.nextInt(Long.SIZE);
        int count = random.nextInt(MOST + 1);
        int first = random.nextInt(3);
        long[] longs = random.longs(count).map(value -> value >> shift).toArray();
        int[] ints = random.ints(count).map(value -> value >> shift).toArray();
        for (BoundsKernels kernels : KERNELS) {
          long[] bounds = BoundsKernels.none();
          MemorySegment.copy(longs, 0, lanes, ValueLayout.JAVA_LONG, (long) first << 3, count);
          kernels.includeLongs(lanes, (long) first << 3, count, bounds);
          assertThat(bounds).isEqualTo(bounds(longs));
          bounds = BoundsKernels.none();
          MemorySegment.copy(ints, 0, lanes, ValueLayout.JAVA_INT, (long) first << 2, count);
          kernels.includeInts(lanes, (long) first << 2, count, bounds);
          assertThat(bounds).isEqualTo(bounds(Arrays.stream(ints).asLongStream().toArray()));
        }
      }
    }
  }

  @Test
  void extendsBounds() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lanes = arena.allocateFrom(ValueLayout.JAVA_LONG, 5, 6, 7);
      for (BoundsKernels kernels : KERNELS) {
        long[] bounds = {-1, 6};
        kernels.includeLongs(lanes, 0, 3, bounds);
        assertThat(bounds).containsExactly(-1, 7);
      }
    }
  }

  private static long[] bounds(long[] values) {
    long[] bounds = BoundsKernels.none();
    for (long value : values) {
      bounds[0] = Math.min(bounds[0], value);
      bounds[1] = Math.max(bounds[1], value);
    }
    return bounds;
  }
}
