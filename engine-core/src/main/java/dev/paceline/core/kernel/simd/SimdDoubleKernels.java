package dev.paceline.core.kernel.simd;

import dev.paceline.core.kernel.ScalarDoubleKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Full vectors; the scalar twin does the last rows. Whole numbers become doubles by an addition to
 * the bits of 1.5 × 2⁵², which needs no instruction that only AVX-512 has. Logarithms are computed
 * here rather than by the Vector API's own operation, whose accuracy and speed depend on a native
 * library of the platform.
 */
public final class SimdDoubleKernels extends ScalarDoubleKernels implements SimdKernels {
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final int LANES = LONGS.length();
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  /** A double whose last bit is worth 1, with room for numbers of both signs. */
  private static final double WHOLE = 0x1.8p52;

  private static final long WHOLE_BITS = Double.doubleToRawLongBits(WHOLE);

  @Override
  public void fromLongs(
      MemorySegment source, long offset, int count, double divisor, MemorySegment target) {
    int bound = LONGS.loopBound(count);
    if (divisor == 1) {
      for (int i = 0; i < bound; i += LANES) {
        long at = (long) i << 3;
        doubles(LongVector.fromMemorySegment(LONGS, source, offset + at, ORDER))
            .intoMemorySegment(target, at, ORDER);
      }
    } else {
      for (int i = 0; i < bound; i += LANES) {
        long at = (long) i << 3;
        doubles(LongVector.fromMemorySegment(LONGS, source, offset + at, ORDER))
            .div(divisor)
            .intoMemorySegment(target, at, ORDER);
      }
    }
    long done = (long) bound << 3;
    super.fromLongs(source, offset + done, count - bound, divisor, target.asSlice(done));
  }

  private static DoubleVector doubles(LongVector whole) {
    return whole.add(WHOLE_BITS).reinterpretAsDoubles().sub(WHOLE);
  }

  @Override
  public boolean squareRoots(MemorySegment source, long offset, int count, MemorySegment target) {
    int bound = DOUBLES.loopBound(count);
    VectorMask<Double> outside = DOUBLES.maskAll(false);
    for (int i = 0; i < bound; i += LANES) {
      long at = (long) i << 3;
      DoubleVector x = DoubleVector.fromMemorySegment(DOUBLES, source, offset + at, ORDER);
      outside = outside.or(x.lt(0));
      x.lanewise(VectorOperators.SQRT).intoMemorySegment(target, at, ORDER);
    }
    long done = (long) bound << 3;
    return outside.anyTrue()
        | super.squareRoots(source, offset + done, count - bound, target.asSlice(done));
  }

  @Override
  public boolean naturalLogarithms(
      MemorySegment source, long offset, int count, MemorySegment target) {
    int bound = DOUBLES.loopBound(count);
    VectorMask<Double> outside = DOUBLES.maskAll(false);
    for (int i = 0; i < bound; i += LANES) {
      long at = (long) i << 3;
      DoubleVector value = DoubleVector.fromMemorySegment(DOUBLES, source, offset + at, ORDER);
      outside = outside.or(value.compare(VectorOperators.LE, 0));
      VectorMask<Double> subnormal = value.lt(Double.MIN_NORMAL);
      DoubleVector x = value.mul(SUBNORMAL_FACTOR, subnormal);
      LongVector bits = x.reinterpretAsLongs().sub(ROOT_OF_HALF);
      DoubleVector k =
          doubles(bits.lanewise(VectorOperators.ASHR, FRACTION_BITS))
              .sub(SUBNORMAL_EXPONENT, subnormal);
      DoubleVector f = bits.and(FRACTION).add(ROOT_OF_HALF).reinterpretAsDoubles().sub(1);
      DoubleVector halfSquare = f.mul(f).mul(0.5);
      DoubleVector s = f.div(f.add(2));
      DoubleVector z = s.mul(s);
      DoubleVector w = z.mul(z);
      DoubleVector even = w.mul(LG6).add(LG4).mul(w).add(LG2).mul(w);
      DoubleVector odd = w.mul(LG7).add(LG5).mul(w).add(LG3).mul(w).add(LG1).mul(z);
      s.mul(halfSquare.add(even.add(odd)))
          .add(k.mul(LN2_LOW))
          .sub(halfSquare)
          .add(f)
          .add(k.mul(LN2_HIGH))
          .blend(
              value,
              value
                  .compare(VectorOperators.EQ, Double.POSITIVE_INFINITY)
                  .or(value.test(VectorOperators.IS_NAN)))
          .intoMemorySegment(target, at, ORDER);
    }
    long done = (long) bound << 3;
    return outside.anyTrue()
        | super.naturalLogarithms(source, offset + done, count - bound, target.asSlice(done));
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    MemorySegment numbers = batch.numbers();
    MemorySegment doubles = batch.left();
    MemorySegment target = batch.target();
    return List.of(
        rows -> fromLongs(numbers, 0, rows, 1, target),
        rows -> fromLongs(numbers, 0, rows, 100, target),
        rows -> squareRoots(doubles, 0, rows, target),
        rows -> naturalLogarithms(doubles, 0, rows, target));
  }
}
