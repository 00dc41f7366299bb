package dev.paceline.storage.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.HllUnion;
import org.apache.datasketches.hll.TgtHllType;
import org.junit.jupiter.api.Test;

/** What is stored must count what the library itself would count of the same values. */
class DistinctSketchTest {
  private static final long SEED = 811;

  private static void assertSame(int count, LongUnaryOperator values, String what) {
    DistinctSketch single = new DistinctSketch();
    DistinctSketch blocks = new DistinctSketch();
    HllSketch library = new HllSketch(DistinctSketch.LOG_REGISTERS, TgtHllType.HLL_4);
    long[] all = new long[count];
    for (int i = 0; i < count; i++) {
      all[i] = values.applyAsLong(i);
      single.update(all[i]);
      library.update(all[i]);
    }
    for (int from = 0, rows = 1; from < count; from += rows, rows = 3 * rows % 1511) {
      rows = Math.min(rows, count - from);
      blocks.update(Arrays.copyOfRange(all, from, from + rows + 1), rows);
    }
    String name = "%d values, %s, seed %d".formatted(count, what, SEED);
    assertThat(blocks.toBytes()).as(name).isEqualTo(single.toBytes());
    assertThat(blocks.estimate()).as(name).isEqualTo(single.estimate());
    HllSketch stored = HllSketch.heapify(single.toBytes());
    assertThat(stored.getCompositeEstimate())
        .as(name)
        .isCloseTo(library.getCompositeEstimate(), within(1e-6 * count));
    assertThat(estimateWith(stored)).as(name).isEqualTo(estimateWith(library));
    if (library.getEstimate() < 200) {
      assertThat(single.toBytes()).as(name).isEqualTo(library.toCompactByteArray());
    }
    assertThat(single.estimate())
        .as(name)
        .isCloseTo(library.getEstimate(), within(1 + 0.08 * library.getEstimate()));
  }

  /** Estimates the values of a sketch together with a thousand others, of all orders. */
  private static double estimateWith(HllSketch sketch) {
    HllSketch others = new HllSketch(DistinctSketch.LOG_REGISTERS, TgtHllType.HLL_4);
    for (long i = 0; i < 1000; i++) {
      others.update(i * 0x9E37_79B9_7F4A_7C15L);
    }
    HllUnion union = new HllUnion(DistinctSketch.LOG_REGISTERS);
    union.update(others);
    union.update(sketch);
    return Math.round(union.getResult(TgtHllType.HLL_4).getCompositeEstimate());
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
