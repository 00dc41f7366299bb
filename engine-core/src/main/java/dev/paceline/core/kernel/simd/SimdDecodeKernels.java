package dev.paceline.core.kernel.simd;

import dev.paceline.core.kernel.ScalarDecodeKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Widening by conversion of a narrow vector into one of longs, for multipliers of 1 and -1: a
 * 64-bit multiplication is slow, but base - code = (code ^ -1) + (base + 1). The scalar twin does
 * other multipliers, and the rows behind the last eight, so that nothing is written behind the
 * target.
 */
public final class SimdDecodeKernels extends ScalarDecodeKernels implements SimdKernels {
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
    if (Math.abs(multiplier) != 1 || LANES < 4) {
      super.widen(source, sourceOffset, width, base, multiplier, count, target, targetOffset);
      return;
    }
    int done = count & -BYTES.length();
    long sign = multiplier >> 63;
    if (width == 1) {
      widenBytes(source, sourceOffset, base - sign, sign, done, target, targetOffset);
    } else if (width == 2) {
      widenShorts(source, sourceOffset, base - sign, sign, done, target, targetOffset);
    } else if (width == 4) {
      widenInts(source, sourceOffset, base - sign, sign, done, target, targetOffset);
    } else {
      widenLongs(source, sourceOffset, base - sign, sign, done, target, targetOffset);
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
      long sign,
      int bound,
      MemorySegment target,
      long targetOffset) {
    for (int i = 0; i < bound; i += 8) {
      ByteVector bytes = ByteVector.fromMemorySegment(BYTES, source, sourceOffset + i, ORDER);
      long at = targetOffset + ((long) i << 3);
      ((LongVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2L, LONGS, 0))
          .lanewise(VectorOperators.XOR, sign)
          .add(base)
          .intoMemorySegment(target, at, ORDER);
      if (LANES == 4) {
        ((LongVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2L, LONGS, 1))
            .lanewise(VectorOperators.XOR, sign)
            .add(base)
            .intoMemorySegment(target, at + 32, ORDER);
      }
    }
  }

  private static void widenShorts(
      MemorySegment source,
      long sourceOffset,
      long base,
      long sign,
      int bound,
      MemorySegment target,
      long targetOffset) {
    for (int i = 0; i < bound; i += LANES) {
      LongVector lanes =
          (LongVector)
              ShortVector.fromMemorySegment(SHORTS, source, sourceOffset + ((long) i << 1), ORDER)
                  .convertShape(VectorOperators.ZERO_EXTEND_S2L, LONGS, 0);
      lanes
          .lanewise(VectorOperators.XOR, sign)
          .add(base)
          .intoMemorySegment(target, targetOffset + ((long) i << 3), ORDER);
    }
  }

  private static void widenInts(
      MemorySegment source,
      long sourceOffset,
      long base,
      long sign,
      int bound,
      MemorySegment target,
      long targetOffset) {
    for (int i = 0; i < bound; i += LANES) {
      LongVector lanes =
          (LongVector)
              IntVector.fromMemorySegment(INTS, source, sourceOffset + ((long) i << 2), ORDER)
                  .convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, 0);
      lanes
          .lanewise(VectorOperators.XOR, sign)
          .add(base)
          .intoMemorySegment(target, targetOffset + ((long) i << 3), ORDER);
    }
  }

  private static void widenLongs(
      MemorySegment source,
      long sourceOffset,
      long base,
      long sign,
      int bound,
      MemorySegment target,
      long targetOffset) {
    for (int i = 0; i < bound; i += LANES) {
      LongVector.fromMemorySegment(LONGS, source, sourceOffset + ((long) i << 3), ORDER)
          .lanewise(VectorOperators.XOR, sign)
          .add(base)
          .intoMemorySegment(target, targetOffset + ((long) i << 3), ORDER);
    }
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    MemorySegment lanes = batch.left();
    return IntStream.of(1, 2, 4, 8)
        .mapToObj(
            width ->
                (Exercise)
                    rows ->
                        widen(
                            lanes, 0, width, 7, (rows & 1) == 0 ? 1 : -1, rows, batch.target(), 0))
        .toList();
  }
}
