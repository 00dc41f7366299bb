package dev.paceline.core.kernel.simd;

import dev.paceline.core.kernel.ScalarAggregateKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/**
 * Masked additions: each vector of a column is loaded once and added to the accumulators of up to
 * four groups under their masks. One- and two-byte lanes accumulate in 32 bits (2048 rows of 65,535
 * fit), four- and eight-byte lanes in 64.
 *
 * <p>Loops have no tail: the bits behind the last row are zero, and the padding takes the loads.
 * Where preferred vectors have less than 256 bits, too few for conversions that keep the number of
 * lanes, the scalar twin does what needs them.
 */
public final class SimdAggregateKernels extends ScalarAggregateKernels implements SimdKernels {
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> HALF_INTS =
      VectorSpecies.of(int.class, VectorShape.forBitSize(Math.max(64, LONGS.length() * 32)));
  private static final VectorSpecies<Short> HALF_SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(Math.max(64, INTS.length() * 16)));
  private static final VectorSpecies<Byte> QUARTER_BYTES =
      VectorSpecies.of(byte.class, VectorShape.forBitSize(Math.max(64, INTS.length() * 8)));
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final int MAX_ROWS_OF_32_BIT_SUMS = 1 << 16;

  /** Groups of an exercise: a whole step of four and a part of one. */
  private static final int GROUPS = 6;

  private static final boolean WIDE_ENOUGH =
      QUARTER_BYTES.length() == INTS.length() && HALF_INTS.length() == LONGS.length();

  @Override
  public void sums(
      MemorySegment data,
      long offset,
      int width,
      int rows,
      MemorySegment masks,
      long stride,
      int groups,
      long[] sums) {
    if (!WIDE_ENOUGH || rows > MAX_ROWS_OF_32_BIT_SUMS) {
      super.sums(data, offset, width, rows, masks, stride, groups, sums);
      return;
    }
    for (int g = 0; g < groups; g += 4) {
      // Beyond the last group its own mask serves again, and the sum is written again.
      int last = groups - 1;
      int g1 = Math.min(g + 1, last);
      int g2 = Math.min(g + 2, last);
      int g3 = Math.min(g + 3, last);
      if (g == last) {
        switch (width) {
          case 1 -> sums[g] = sumBytes(data, offset, rows, masks, g * stride);
          case 2 -> sums[g] = sumShorts(data, offset, rows, masks, g * stride);
          case 4 -> sums[g] = sumInts(data, offset, rows, masks, g * stride);
          default -> sums[g] = sumLongs(data, offset, rows, masks, g * stride);
        }
      } else {
        switch (width) {
          case 1 -> sumBytes(data, offset, rows, masks, stride, g, g1, g2, g3, sums);
          case 2 -> sumShorts(data, offset, rows, masks, stride, g, g1, g2, g3, sums);
          case 4 -> sumInts(data, offset, rows, masks, stride, g, g1, g2, g3, sums);
          default -> sumLongs(data, offset, rows, masks, stride, g, g1, g2, g3, sums);
        }
      }
    }
  }

  @Override
  public void sumDoubles(
      MemorySegment data,
      long offset,
      int rows,
      MemorySegment masks,
      long stride,
      int groups,
      double[] sums) {
    for (int g = 0; g < groups; g++) {
      DoubleVector sum = DoubleVector.zero(DOUBLES);
      for (int i = 0; i < rows; i += DOUBLES.length()) {
        DoubleVector x =
            DoubleVector.fromMemorySegment(DOUBLES, data, offset + ((long) i << 3), ORDER);
        sum = sum.add(x, VectorMask.fromLong(DOUBLES, bits(masks, g * stride, i)));
      }
      sums[g] = sum.reduceLanes(VectorOperators.ADD);
    }
  }

  @Override
  public void squaredDistances(
      MemorySegment data,
      long offset,
      int rows,
      MemorySegment masks,
      long stride,
      int groups,
      double[] centers,
      double[] sums) {
    for (int g = 0; g < groups; g++) {
      double center = centers[g];
      DoubleVector sum = DoubleVector.zero(DOUBLES);
      for (int i = 0; i < rows; i += DOUBLES.length()) {
        DoubleVector distance =
            DoubleVector.fromMemorySegment(DOUBLES, data, offset + ((long) i << 3), ORDER)
                .sub(center);
        sum =
            sum.add(
                distance.mul(distance), VectorMask.fromLong(DOUBLES, bits(masks, g * stride, i)));
      }
      sums[g] = sum.reduceLanes(VectorOperators.ADD);
    }
  }

  @Override
  public void extremes(
      MemorySegment data,
      long offset,
      int width,
      int rows,
      @Nullable MemorySegment mask,
      long maskOffset,
      long[] result) {
    if (!WIDE_ENOUGH) {
      super.extremes(data, offset, width, rows, mask, maskOffset, result);
      return;
    }
    LongVector min = LongVector.broadcast(LONGS, Long.MAX_VALUE);
    LongVector max = LongVector.broadcast(LONGS, Long.MIN_VALUE);
    if (width == 4) {
      for (int i = 0; i < rows; i += LONGS.length()) {
        LongVector x =
            (LongVector)
                IntVector.fromMemorySegment(HALF_INTS, data, offset + ((long) i << 2), ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, 0);
        VectorMask<Long> counts = counts(mask, maskOffset, i, rows);
        min = min.lanewise(VectorOperators.MIN, x, counts);
        max = max.lanewise(VectorOperators.MAX, x, counts);
      }
    } else if (width == 8) {
      for (int i = 0; i < rows; i += LONGS.length()) {
        LongVector x = LongVector.fromMemorySegment(LONGS, data, offset + ((long) i << 3), ORDER);
        VectorMask<Long> counts = counts(mask, maskOffset, i, rows);
        min = min.lanewise(VectorOperators.MIN, x, counts);
        max = max.lanewise(VectorOperators.MAX, x, counts);
      }
    } else {
      narrowExtremes(data, offset, width, rows, mask, maskOffset, result);
      return;
    }
    result[0] = min.reduceLanes(VectorOperators.MIN);
    result[1] = max.reduceLanes(VectorOperators.MAX);
  }

  private static void narrowExtremes(
      MemorySegment data,
      long offset,
      int width,
      int rows,
      @Nullable MemorySegment mask,
      long maskOffset,
      long[] result) {
    IntVector min = IntVector.broadcast(INTS, Integer.MAX_VALUE);
    IntVector max = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    if (width == 1) {
      for (int i = 0; i < rows; i += INTS.length()) {
        IntVector x = bytes(data, offset, i);
        VectorMask<Integer> counts = intCounts(mask, maskOffset, i, rows);
        min = min.lanewise(VectorOperators.MIN, x, counts);
        max = max.lanewise(VectorOperators.MAX, x, counts);
      }
    } else {
      for (int i = 0; i < rows; i += INTS.length()) {
        IntVector x = shorts(data, offset, i);
        VectorMask<Integer> counts = intCounts(mask, maskOffset, i, rows);
        min = min.lanewise(VectorOperators.MIN, x, counts);
        max = max.lanewise(VectorOperators.MAX, x, counts);
      }
    }
    int least = min.reduceLanes(VectorOperators.MIN);
    int greatest = max.reduceLanes(VectorOperators.MAX);
    boolean none = least > greatest;
    result[0] = none ? Long.MAX_VALUE : least;
    result[1] = none ? Long.MIN_VALUE : greatest;
  }

  @Override
  public void match(MemorySegment codes, int rows, byte code, MemorySegment mask, long maskOffset) {
    for (int word = 0; word << 6 < rows; word++) {
      long bits = 0;
      for (int k = 0; k < 64; k += BYTES.length()) {
        ByteVector x = ByteVector.fromMemorySegment(BYTES, codes, ((long) word << 6) + k, ORDER);
        bits |= x.eq(code).toLong() << k;
      }
      int rest = rows - (word << 6);
      mask.set(
          ValueLayout.JAVA_LONG,
          maskOffset + ((long) word << 3),
          rest < 64 ? bits & (1L << rest) - 1 : bits);
    }
  }

  @Override
  public void append(MemorySegment codes, int rows, int bits, MemorySegment data, long offset) {
    for (int i = 0; i < rows; i += BYTES.length()) {
      ByteVector code = ByteVector.fromMemorySegment(BYTES, codes, i, ORDER);
      for (int doubling = 0; doubling < bits; doubling++) {
        code = code.add(code);
      }
      code.add(ByteVector.fromMemorySegment(BYTES, data, offset + i, ORDER))
          .intoMemorySegment(codes, i, ORDER);
    }
  }

  private static long sumBytes(
      MemorySegment data, long offset, int rows, MemorySegment masks, long maskOffset) {
    IntVector sum = IntVector.zero(INTS);
    for (int i = 0; i < rows; i += INTS.length()) {
      sum = sum.add(bytes(data, offset, i), intMask(masks, maskOffset, i));
    }
    return unsignedSum(sum);
  }

  private static long sumShorts(
      MemorySegment data, long offset, int rows, MemorySegment masks, long maskOffset) {
    IntVector sum = IntVector.zero(INTS);
    for (int i = 0; i < rows; i += INTS.length()) {
      sum = sum.add(shorts(data, offset, i), intMask(masks, maskOffset, i));
    }
    return unsignedSum(sum);
  }

  private static long sumInts(
      MemorySegment data, long offset, int rows, MemorySegment masks, long maskOffset) {
    LongVector sum = LongVector.zero(LONGS);
    for (int i = 0; i < rows; i += LONGS.length()) {
      sum = sum.add(ints(data, offset, i), longMask(masks, maskOffset, i));
    }
    return sum.reduceLanes(VectorOperators.ADD);
  }

  private static long sumLongs(
      MemorySegment data, long offset, int rows, MemorySegment masks, long maskOffset) {
    LongVector sum = LongVector.zero(LONGS);
    for (int i = 0; i < rows; i += LONGS.length()) {
      LongVector x = LongVector.fromMemorySegment(LONGS, data, offset + ((long) i << 3), ORDER);
      sum = sum.add(x, longMask(masks, maskOffset, i));
    }
    return sum.reduceLanes(VectorOperators.ADD);
  }

  private static void sumBytes(
      MemorySegment data,
      long offset,
      int rows,
      MemorySegment masks,
      long stride,
      int g0,
      int g1,
      int g2,
      int g3,
      long[] sums) {
    IntVector s0 = IntVector.zero(INTS);
    IntVector s1 = s0;
    IntVector s2 = s0;
    IntVector s3 = s0;
    int whole = rows & -64;
    for (int word = 0; word < whole; word += 64) {
      long m0 = bits(masks, g0 * stride, word);
      long m1 = bits(masks, g1 * stride, word);
      long m2 = bits(masks, g2 * stride, word);
      long m3 = bits(masks, g3 * stride, word);
      for (int i = word; i < word + 64; i += INTS.length()) {
        IntVector x = bytes(data, offset, i);
        s0 = s0.add(x, VectorMask.fromLong(INTS, m0));
        s1 = s1.add(x, VectorMask.fromLong(INTS, m1));
        s2 = s2.add(x, VectorMask.fromLong(INTS, m2));
        s3 = s3.add(x, VectorMask.fromLong(INTS, m3));
        m0 >>>= INTS.length();
        m1 >>>= INTS.length();
        m2 >>>= INTS.length();
        m3 >>>= INTS.length();
      }
    }
    for (int i = whole; i < rows; i += INTS.length()) {
      IntVector x = bytes(data, offset, i);
      s0 = s0.add(x, intMask(masks, g0 * stride, i));
      s1 = s1.add(x, intMask(masks, g1 * stride, i));
      s2 = s2.add(x, intMask(masks, g2 * stride, i));
      s3 = s3.add(x, intMask(masks, g3 * stride, i));
    }
    sums[g0] = unsignedSum(s0);
    sums[g1] = unsignedSum(s1);
    sums[g2] = unsignedSum(s2);
    sums[g3] = unsignedSum(s3);
  }

  private static void sumShorts(
      MemorySegment data,
      long offset,
      int rows,
      MemorySegment masks,
      long stride,
      int g0,
      int g1,
      int g2,
      int g3,
      long[] sums) {
    IntVector s0 = IntVector.zero(INTS);
    IntVector s1 = s0;
    IntVector s2 = s0;
    IntVector s3 = s0;
    int whole = rows & -64;
    for (int word = 0; word < whole; word += 64) {
      long m0 = bits(masks, g0 * stride, word);
      long m1 = bits(masks, g1 * stride, word);
      long m2 = bits(masks, g2 * stride, word);
      long m3 = bits(masks, g3 * stride, word);
      for (int i = word; i < word + 64; i += INTS.length()) {
        IntVector x = shorts(data, offset, i);
        s0 = s0.add(x, VectorMask.fromLong(INTS, m0));
        s1 = s1.add(x, VectorMask.fromLong(INTS, m1));
        s2 = s2.add(x, VectorMask.fromLong(INTS, m2));
        s3 = s3.add(x, VectorMask.fromLong(INTS, m3));
        m0 >>>= INTS.length();
        m1 >>>= INTS.length();
        m2 >>>= INTS.length();
        m3 >>>= INTS.length();
      }
    }
    for (int i = whole; i < rows; i += INTS.length()) {
      IntVector x = shorts(data, offset, i);
      s0 = s0.add(x, intMask(masks, g0 * stride, i));
      s1 = s1.add(x, intMask(masks, g1 * stride, i));
      s2 = s2.add(x, intMask(masks, g2 * stride, i));
      s3 = s3.add(x, intMask(masks, g3 * stride, i));
    }
    sums[g0] = unsignedSum(s0);
    sums[g1] = unsignedSum(s1);
    sums[g2] = unsignedSum(s2);
    sums[g3] = unsignedSum(s3);
  }

  private static void sumInts(
      MemorySegment data,
      long offset,
      int rows,
      MemorySegment masks,
      long stride,
      int g0,
      int g1,
      int g2,
      int g3,
      long[] sums) {
    LongVector s0 = LongVector.zero(LONGS);
    LongVector s1 = s0;
    LongVector s2 = s0;
    LongVector s3 = s0;
    int whole = rows & -64;
    for (int word = 0; word < whole; word += 64) {
      long m0 = bits(masks, g0 * stride, word);
      long m1 = bits(masks, g1 * stride, word);
      long m2 = bits(masks, g2 * stride, word);
      long m3 = bits(masks, g3 * stride, word);
      for (int i = word; i < word + 64; i += LONGS.length()) {
        LongVector x = ints(data, offset, i);
        s0 = s0.add(x, VectorMask.fromLong(LONGS, m0));
        s1 = s1.add(x, VectorMask.fromLong(LONGS, m1));
        s2 = s2.add(x, VectorMask.fromLong(LONGS, m2));
        s3 = s3.add(x, VectorMask.fromLong(LONGS, m3));
        m0 >>>= LONGS.length();
        m1 >>>= LONGS.length();
        m2 >>>= LONGS.length();
        m3 >>>= LONGS.length();
      }
    }
    for (int i = whole; i < rows; i += LONGS.length()) {
      LongVector x = ints(data, offset, i);
      s0 = s0.add(x, longMask(masks, g0 * stride, i));
      s1 = s1.add(x, longMask(masks, g1 * stride, i));
      s2 = s2.add(x, longMask(masks, g2 * stride, i));
      s3 = s3.add(x, longMask(masks, g3 * stride, i));
    }
    sums[g0] = s0.reduceLanes(VectorOperators.ADD);
    sums[g1] = s1.reduceLanes(VectorOperators.ADD);
    sums[g2] = s2.reduceLanes(VectorOperators.ADD);
    sums[g3] = s3.reduceLanes(VectorOperators.ADD);
  }

  private static void sumLongs(
      MemorySegment data,
      long offset,
      int rows,
      MemorySegment masks,
      long stride,
      int g0,
      int g1,
      int g2,
      int g3,
      long[] sums) {
    LongVector s0 = LongVector.zero(LONGS);
    LongVector s1 = s0;
    LongVector s2 = s0;
    LongVector s3 = s0;
    int whole = rows & -64;
    for (int word = 0; word < whole; word += 64) {
      long m0 = bits(masks, g0 * stride, word);
      long m1 = bits(masks, g1 * stride, word);
      long m2 = bits(masks, g2 * stride, word);
      long m3 = bits(masks, g3 * stride, word);
      for (int i = word; i < word + 64; i += LONGS.length()) {
        LongVector x = LongVector.fromMemorySegment(LONGS, data, offset + ((long) i << 3), ORDER);
        s0 = s0.add(x, VectorMask.fromLong(LONGS, m0));
        s1 = s1.add(x, VectorMask.fromLong(LONGS, m1));
        s2 = s2.add(x, VectorMask.fromLong(LONGS, m2));
        s3 = s3.add(x, VectorMask.fromLong(LONGS, m3));
        m0 >>>= LONGS.length();
        m1 >>>= LONGS.length();
        m2 >>>= LONGS.length();
        m3 >>>= LONGS.length();
      }
    }
    for (int i = whole; i < rows; i += LONGS.length()) {
      LongVector x = LongVector.fromMemorySegment(LONGS, data, offset + ((long) i << 3), ORDER);
      s0 = s0.add(x, longMask(masks, g0 * stride, i));
      s1 = s1.add(x, longMask(masks, g1 * stride, i));
      s2 = s2.add(x, longMask(masks, g2 * stride, i));
      s3 = s3.add(x, longMask(masks, g3 * stride, i));
    }
    sums[g0] = s0.reduceLanes(VectorOperators.ADD);
    sums[g1] = s1.reduceLanes(VectorOperators.ADD);
    sums[g2] = s2.reduceLanes(VectorOperators.ADD);
    sums[g3] = s3.reduceLanes(VectorOperators.ADD);
  }

  private static IntVector bytes(MemorySegment data, long offset, int i) {
    return (IntVector)
        ByteVector.fromMemorySegment(QUARTER_BYTES, data, offset + i, ORDER)
            .convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
  }

  private static IntVector shorts(MemorySegment data, long offset, int i) {
    return (IntVector)
        ShortVector.fromMemorySegment(HALF_SHORTS, data, offset + ((long) i << 1), ORDER)
            .convertShape(VectorOperators.ZERO_EXTEND_S2I, INTS, 0);
  }

  private static LongVector ints(MemorySegment data, long offset, int i) {
    return (LongVector)
        IntVector.fromMemorySegment(HALF_INTS, data, offset + ((long) i << 2), ORDER)
            .convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, 0);
  }

  /** Sums of up to 65,536 shorts need all 32 bits of a lane. */
  private static long unsignedSum(IntVector sum) {
    return sum.convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, 0)
            .reduceLanesToLong(VectorOperators.ADD)
        + sum.convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, 1)
            .reduceLanesToLong(VectorOperators.ADD);
  }

  private static VectorMask<Integer> intMask(MemorySegment masks, long maskOffset, int row) {
    return VectorMask.fromLong(INTS, bits(masks, maskOffset, row));
  }

  private static VectorMask<Long> longMask(MemorySegment masks, long maskOffset, int row) {
    return VectorMask.fromLong(LONGS, bits(masks, maskOffset, row));
  }

  private static VectorMask<Long> counts(
      @Nullable MemorySegment mask, long maskOffset, int row, int rows) {
    return mask == null ? LONGS.indexInRange(row, rows) : longMask(mask, maskOffset, row);
  }

  private static VectorMask<Integer> intCounts(
      @Nullable MemorySegment mask, long maskOffset, int row, int rows) {
    return mask == null ? INTS.indexInRange(row, rows) : intMask(mask, maskOffset, row);
  }

  private static long bits(MemorySegment masks, long maskOffset, int row) {
    return masks.get(ValueLayout.JAVA_LONG, maskOffset + ((long) (row >>> 6) << 3)) >>> row;
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    MemorySegment data = batch.left();
    MemorySegment masks = batch.bitmaps();
    long stride = batch.stride();
    long[] sums = new long[GROUPS];
    double[] doubles = new double[GROUPS];
    double[] centers = new double[GROUPS];
    long[] extremes = new long[2];
    List<Exercise> exercises = new ArrayList<>();
    for (int width : new int[] {1, 2, 4, 8}) {
      exercises.add(rows -> sums(data, 0, width, rows, masks, stride, 1, sums));
      exercises.add(rows -> sums(data, 0, width, rows, masks, stride, GROUPS, sums));
      exercises.add(
          rows -> extremes(data, 0, width, rows, (rows & 1) == 0 ? masks : null, 0, extremes));
    }
    exercises.add(rows -> sumDoubles(data, 0, rows, masks, stride, GROUPS, doubles));
    exercises.add(rows -> squaredDistances(data, 0, rows, masks, stride, GROUPS, centers, doubles));
    exercises.add(rows -> match(data, rows, (byte) 7, masks, 0));
    exercises.add(rows -> append(batch.target(), rows, 1 + (rows & 3), data, 0));
    return exercises;
  }
}
