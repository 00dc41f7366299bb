package dev.paceline.core.kernel.simd;

import dev.paceline.core.kernel.ScalarDecodeKernels;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Widening by conversion of a narrow vector into one of longs. The rows behind the last full vector
 * are done by the scalar twin, so that nothing is written behind the target. Where a vector has too
 * few longs for a narrow shape of equally many lanes, the scalar twin does it all.
 */
public final class SimdDecodeKernels extends ScalarDecodeKernels {
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final int LANES = LONGS.length();
  private static final VectorSpecies<Integer> INTS =
      VectorSpecies.of(int.class, VectorShape.forBitSize(Math.max(64, LANES * 32)));
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(Math.max(64, LANES * 16)));
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_64;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  @Override
  public void widen(
      MemorySegment source,
      long sourceOffset,
      int width,
      long base,
      long multiplier,
      int count,
      MemorySegment target,
      long targetOffset) {
    int done = LONGS.loopBound(count);
    if (width == 1 && LANES == BYTES.length()) {
      widenBytes(source, sourceOffset, base, multiplier, done, target, targetOffset);
    } else if (width == 2 && LANES == SHORTS.length()) {
      widenShorts(source, sourceOffset, base, multiplier, done, target, targetOffset);
    } else if (width == 4 && LANES == INTS.length()) {
      widenInts(source, sourceOffset, base, multiplier, done, target, targetOffset);
    } else if (width == 8) {
      widenLongs(source, sourceOffset, base, multiplier, done, target, targetOffset);
    } else {
      done = 0;
    }
    super.widen(
        source,
        sourceOffset + (long) done * width,
        width,
        base,
        multiplier,
        count - done,
        target,
        targetOffset + ((long) done << 3));
  }

  private static void widenBytes(
      MemorySegment source,
      long sourceOffset,
      long base,
      long multiplier,
      int bound,
      MemorySegment target,
      long targetOffset) {
    for (int i = 0; i < bound; i += LANES) {
      LongVector lanes =
          (LongVector)
              ByteVector.fromMemorySegment(BYTES, source, sourceOffset + i, ORDER)
                  .convertShape(VectorOperators.ZERO_EXTEND_B2L, LONGS, 0);
      lanes
          .mul(multiplier)
          .add(base)
          .intoMemorySegment(target, targetOffset + ((long) i << 3), ORDER);
    }
  }

  private static void widenShorts(
      MemorySegment source,
      long sourceOffset,
      long base,
      long multiplier,
      int bound,
      MemorySegment target,
      long targetOffset) {
    for (int i = 0; i < bound; i += LANES) {
      LongVector lanes =
          (LongVector)
              ShortVector.fromMemorySegment(SHORTS, source, sourceOffset + ((long) i << 1), ORDER)
                  .convertShape(VectorOperators.ZERO_EXTEND_S2L, LONGS, 0);
      lanes
          .mul(multiplier)
          .add(base)
          .intoMemorySegment(target, targetOffset + ((long) i << 3), ORDER);
    }
  }

  private static void widenInts(
      MemorySegment source,
      long sourceOffset,
      long base,
      long multiplier,
      int bound,
      MemorySegment target,
      long targetOffset) {
    for (int i = 0; i < bound; i += LANES) {
      LongVector lanes =
          (LongVector)
              IntVector.fromMemorySegment(INTS, source, sourceOffset + ((long) i << 2), ORDER)
                  .convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, 0);
      lanes
          .mul(multiplier)
          .add(base)
          .intoMemorySegment(target, targetOffset + ((long) i << 3), ORDER);
    }
  }

  private static void widenLongs(
      MemorySegment source,
      long sourceOffset,
      long base,
      long multiplier,
      int bound,
      MemorySegment target,
      long targetOffset) {
    for (int i = 0; i < bound; i += LANES) {
      LongVector.fromMemorySegment(LONGS, source, sourceOffset + ((long) i << 3), ORDER)
          .mul(multiplier)
          .add(base)
          .intoMemorySegment(target, targetOffset + ((long) i << 3), ORDER);
    }
  }
}
