package dev.paceline.storage.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.junit.jupiter.api.Test;

/** What is stored must be what the library itself would make of the same values. */
class DistinctSketchTest {
  private static final long SEED = 811;

  private static void assertSame(int count, LongUnaryOperator values, String what) {
    DistinctSketch sketch = new DistinctSketch();
    HllSketch library = new HllSketch(DistinctSketch.LOG_REGISTERS, TgtHllType.HLL_4);
    for (int i = 0; i < count; i++) {
      long value = values.applyAsLong(i);
      sketch.update(value);
      library.update(value);
    }
    assertThat(sketch.toBytes())
        .as("%d values, %s, seed %d", count, what, SEED)
        .isEqualTo(library.toCompactByteArray());
    assertThat(sketch.estimate()).isEqualTo(library.getEstimate());
  }

  @Test
  void shouldBeTheSketchOfAllValues() {
    Random random = new Random(SEED);
    for (int count : new int[] {0, 1, 7, 8, 9, 100, 192, 250, 300, 1000, 5000, 40_000}) {
      assertSame(count, i -> i, "ascending");
      assertSame(count, i -> random.nextLong(), "any");
      assertSame(count, i -> random.nextInt(200), "few, again and again");
      assertSame(count, i -> random.nextInt(1 + count / 3) * 1_000_003L, "some of them twice");
    }
    assertSame(3, i -> new long[] {0, Long.MIN_VALUE, -1}[(int) i], "extremes");
  }

  @Test
  void shouldTakeValuesOf128Bits() {
    DistinctSketch sketch = new DistinctSketch();
    HllSketch library = new HllSketch(DistinctSketch.LOG_REGISTERS, TgtHllType.HLL_4);
    for (long i = 0; i < 1000; i++) {
      sketch.update(i, -i);
      library.update(new long[] {i, -i});
    }
    assertThat(sketch.toBytes()).isEqualTo(library.toCompactByteArray());
  }
}
