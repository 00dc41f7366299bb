package dev.paceline.core.operator.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets of codes, beside counting the splitters that are not greater. */
class SplittersTest {
  private static void check(long[] ascending, long... codes) {
    Splitters splitters = new Splitters(ascending);
    assertThat(splitters.buckets()).isEqualTo(ascending.length + 1);
    for (long code : codes) {
      long expected =
          Arrays.stream(ascending)
              .filter(splitter -> Long.compareUnsigned(splitter, code) <= 0)
              .count();
      assertThat(splitters.bucket(code)).as("bucket of %x", code).isEqualTo((int) expected);
    }
  }

  private static long[] ascending(long[] values) {
    return Arrays.stream(values)
        .map(value -> value ^ Long.MIN_VALUE)
        .sorted()
        .distinct()
        .map(value -> value ^ Long.MIN_VALUE)
        .toArray();
  }

  @Test
  void handlesExtremes() {
    long[] codes = {0, 1, 2, Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MIN_VALUE, -2, -1};
    check(new long[] {}, codes);
    check(new long[] {0}, codes);
    check(new long[] {-1}, codes);
    check(new long[] {0, -1}, codes);
    check(new long[] {1, 2}, codes);
    check(new long[] {0, 1, 2, Long.MAX_VALUE, Long.MIN_VALUE, -2, -1}, codes);
    check(new long[] {Long.MAX_VALUE, Long.MIN_VALUE}, codes);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 17, 254, 255})
  void agreesWithCounting(int count) {
    Random random = new Random(count);
    for (int spread = 0; spread < Long.SIZE; spread += 3) {
      long base = random.nextLong();
      int bits = spread;
      long[] values = random.longs(count).map(value -> base + (value >>> bits)).toArray();
      long[] ascending = ascending(values);
      check(ascending, ascending);
      check(ascending, random.longs(50).toArray());
      check(ascending, Arrays.stream(ascending).map(splitter -> splitter - 1).toArray());
      check(ascending, Arrays.stream(ascending).map(splitter -> splitter + 1).toArray());
    }
  }

  @Test
  void choosesEqualBucketsOfASample() {
    long[] sample = new long[1000];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = Math.floorMod(i * 7919L, 1000L) << 54;
    }
    Splitters splitters = Splitters.of(sample, 10);
    assertThat(splitters.buckets()).isEqualTo(10);
    int[] counts = new int[10];
    for (long code : sample) {
      counts[splitters.bucket(code ^ Long.MIN_VALUE)]++;
    }
    assertThat(counts).containsOnly(100);
    assertThat(Splitters.of(new long[] {5, 5, 5, 5}, 4).buckets()).isEqualTo(2);
  }
}
