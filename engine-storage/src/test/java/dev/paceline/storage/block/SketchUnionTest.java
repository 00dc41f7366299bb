package dev.paceline.storage.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.HllUnion;
import org.apache.datasketches.hll.TgtHllType;
import org.junit.jupiter.api.Test;

/** Compares unions of sketches with those of the library. */
class SketchUnionTest {
  private static final long SEED = 20_261_126;

  /** Returns the sketch of a range of values, spread by a factor so that their order is lost. */
  private static DistinctSketch sketch(long from, long to) {
    DistinctSketch sketch = new DistinctSketch();
    for (long value = from; value < to; value++) {
      sketch.update(value * 0x9E37_79B9_7F4A_7C15L);
    }
    return sketch;
  }

  private static double ofLibrary(List<DistinctSketch> sketches) {
    HllUnion union = new HllUnion(DistinctSketch.LOG_REGISTERS);
    for (DistinctSketch sketch : sketches) {
      union.update(HllSketch.heapify(sketch.toBytes()));
    }
    return union.getResult(TgtHllType.HLL_4).getCompositeEstimate();
  }

  private static DistinctCount count(List<DistinctSketch> sketches) {
    return DistinctCount.of(
        sketches.stream().map(sketch -> ColumnSketch.of(sketch, new double[0])).toList());
  }

  @Test
  void shouldUniteLikeTheLibrary() {
    Random random = new Random(SEED);
    for (int round = 0; round < 300; round++) {
      List<DistinctSketch> sketches = new ArrayList<>();
      long most = 0;
      int magnitude = 1 + random.nextInt(16);
      for (int i = 0; i < 2 + random.nextInt(6); i++) {
        long from = random.nextInt(1 << magnitude);
        long to = from + random.nextInt(1 << magnitude);
        most = Math.max(most, to);
        sketches.add(sketch(from, to));
      }
      double expected = ofLibrary(sketches);
      String name = "round %d, seed %d, at most %d values".formatted(round, SEED, most);
      DistinctCount all = count(sketches);
      // Between 192 and 256 values, the library estimates what is still counted here.
      double error = expected > 170 && expected < 280 ? 0.08 * expected : 1;
      assertThat((double) all.estimate()).as(name).isCloseTo(expected, within(error));
      int half = sketches.size() / 2;
      DistinctCount parts =
          DistinctCount.union(
              List.of(
                  count(sketches.subList(0, half)),
                  count(sketches.subList(half, sketches.size()))));
      assertThat(parts.estimate()).as(name).isEqualTo(all.estimate());
    }
  }

  @Test
  void shouldCountFewValuesExactly() {
    for (int most : new int[] {0, 1, 2, 8, 9, 100, 192, 193, 256}) {
      List<DistinctSketch> sketches =
          List.of(sketch(0, most / 2), sketch(most / 3, most), sketch(0, 0));
      assertThat(count(sketches).estimate()).isEqualTo(most);
    }
  }

  @Test
  void shouldUniteRegistersThatFourBitsDoNotHold() {
    byte[] registers = new byte[1 << DistinctSketch.LOG_REGISTERS];
    for (int i = 0; i < registers.length; i++) {
      registers[i] = (byte) (5 + i % 7);
    }
    registers[0] = 21;
    registers[77] = 50;
    registers[2047] = 63;
    HllSketch sketch =
        RegisterImage.sketch(DistinctSketch.LOG_REGISTERS, registers).copyAs(TgtHllType.HLL_4);
    SketchUnion union = new SketchUnion();
    union.add(sketch.toCompactByteArray());
    union.add(sketch(0, 1000).toBytes());
    byte[] expected = registers.clone();
    HllUnion library = new HllUnion(DistinctSketch.LOG_REGISTERS);
    library.update(RegisterImage.sketch(DistinctSketch.LOG_REGISTERS, expected));
    library.update(HllSketch.heapify(sketch(0, 1000).toBytes()));
    assertThat(union.estimate())
        .isEqualTo(Math.round(library.getResult(TgtHllType.HLL_8).getEstimate()));
  }

  @Test
  void shouldRefuseDamagedSketches() {
    byte[] intact = ColumnSketch.of(sketch(0, 5000), new double[0]).toBytes();
    for (int at = 4; at < 12; at++) {
      byte[] damaged = intact.clone();
      damaged[at] = (byte) (at == 9 ? 4 : 0x5A);
      ColumnSketch sketch = ColumnSketch.of(damaged);
      if (at == 8 || at == 9) {
        continue; // not used, and the flag of a sketch without values
      }
      assertThatThrownBy(() -> DistinctCount.of(List.of(sketch)))
          .as("byte " + at)
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA));
    }
    ColumnSketch cut = ColumnSketch.of(new byte[] {0, 0, 0, 3, 2, 1, 7, 0, 0, 0, 0});
    assertThatThrownBy(() -> DistinctCount.of(List.of(cut))).isInstanceOf(PacelineException.class);
  }
}
