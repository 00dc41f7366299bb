package dev.paceline.core.kernel.simd;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.kernel.ScalarRelationKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Compares a vector and stores its mask. Whole words of 64 rows; the scalar twin does the last word
 * if it is not full. A range is one unsigned comparison: lane - low ≤ high - low.
 */
public final class SimdRelationKernels extends ScalarRelationKernels implements SimdKernels {
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  @Override
  public void equalLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = count & -64;
    for (int first = 0; first < bound; first += 64) {
      long word = 0;
      for (int i = 0; i < 64; i += LONGS.length()) {
        long at = (long) (first + i) << 3;
        LongVector a = LongVector.fromMemorySegment(LONGS, left, leftOffset + at, ORDER);
        LongVector b = LongVector.fromMemorySegment(LONGS, right, rightOffset + at, ORDER);
        word |= a.eq(b).toLong() << i;
      }
      target.set(JAVA_LONG, (long) first >> 3, word);
    }
    long done = (long) bound << 3;
    super.equalLongs(
        left,
        leftOffset + done,
        right,
        rightOffset + done,
        count - bound,
        target.asSlice(bound >> 3));
  }

  @Override
  public void lessLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = count & -64;
    for (int first = 0; first < bound; first += 64) {
      long word = 0;
      for (int i = 0; i < 64; i += LONGS.length()) {
        long at = (long) (first + i) << 3;
        LongVector a = LongVector.fromMemorySegment(LONGS, left, leftOffset + at, ORDER);
        LongVector b = LongVector.fromMemorySegment(LONGS, right, rightOffset + at, ORDER);
        word |= a.lt(b).toLong() << i;
      }
      target.set(JAVA_LONG, (long) first >> 3, word);
    }
    long done = (long) bound << 3;
    super.lessLongs(
        left,
        leftOffset + done,
        right,
        rightOffset + done,
        count - bound,
        target.asSlice(bound >> 3));
  }

  @Override
  public void equalDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = count & -64;
    for (int first = 0; first < bound; first += 64) {
      long word = 0;
      for (int i = 0; i < 64; i += DOUBLES.length()) {
        long at = (long) (first + i) << 3;
        DoubleVector a = DoubleVector.fromMemorySegment(DOUBLES, left, leftOffset + at, ORDER);
        DoubleVector b = DoubleVector.fromMemorySegment(DOUBLES, right, rightOffset + at, ORDER);
        word |=
            a.eq(b).or(a.test(VectorOperators.IS_NAN).and(b.test(VectorOperators.IS_NAN))).toLong()
                << i;
      }
      target.set(JAVA_LONG, (long) first >> 3, word);
    }
    long done = (long) bound << 3;
    super.equalDoubles(
        left,
        leftOffset + done,
        right,
        rightOffset + done,
        count - bound,
        target.asSlice(bound >> 3));
  }

  @Override
  public void lessDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = count & -64;
    for (int first = 0; first < bound; first += 64) {
      long word = 0;
      for (int i = 0; i < 64; i += DOUBLES.length()) {
        long at = (long) (first + i) << 3;
        DoubleVector a = DoubleVector.fromMemorySegment(DOUBLES, left, leftOffset + at, ORDER);
        DoubleVector b = DoubleVector.fromMemorySegment(DOUBLES, right, rightOffset + at, ORDER);
        word |=
            a.lt(b)
                    .or(b.test(VectorOperators.IS_NAN).andNot(a.test(VectorOperators.IS_NAN)))
                    .toLong()
                << i;
      }
      target.set(JAVA_LONG, (long) first >> 3, word);
    }
    long done = (long) bound << 3;
    super.lessDoubles(
        left,
        leftOffset + done,
        right,
        rightOffset + done,
        count - bound,
        target.asSlice(bound >> 3));
  }

  @Override
  public void inRange(
      MemorySegment source,
      long offset,
      int width,
      long low,
      long high,
      int count,
      MemorySegment target) {
    int bound = count & -64;
    switch (width) {
      case 1 -> inRangeBytes(source, offset, low, high, bound, target);
      case 2 -> inRangeShorts(source, offset, low, high, bound, target);
      case 4 -> inRangeInts(source, offset, low, high, bound, target);
      default -> inRangeLongs(source, offset, low, high, bound, target);
    }
    super.inRange(
        source,
        offset + (long) bound * width,
        width,
        low,
        high,
        count - bound,
        target.asSlice(bound >> 3));
  }

  private static void inRangeBytes(
      MemorySegment source, long offset, long low, long high, int bound, MemorySegment target) {
    for (int first = 0; first < bound; first += 64) {
      long word = 0;
      for (int i = 0; i < 64; i += BYTES.length()) {
        ByteVector lanes =
            ByteVector.fromMemorySegment(BYTES, source, offset + ((long) (first + i) << 0), ORDER);
        word |=
            lanes.sub((byte) low).compare(VectorOperators.ULE, (byte) (high - low)).toLong() << i;
      }
      target.set(JAVA_LONG, (long) first >> 3, word);
    }
  }

  private static void inRangeShorts(
      MemorySegment source, long offset, long low, long high, int bound, MemorySegment target) {
    for (int first = 0; first < bound; first += 64) {
      long word = 0;
      for (int i = 0; i < 64; i += SHORTS.length()) {
        ShortVector lanes =
            ShortVector.fromMemorySegment(
                SHORTS, source, offset + ((long) (first + i) << 1), ORDER);
        word |=
            lanes.sub((short) low).compare(VectorOperators.ULE, (short) (high - low)).toLong() << i;
      }
      target.set(JAVA_LONG, (long) first >> 3, word);
    }
  }

  private static void inRangeInts(
      MemorySegment source, long offset, long low, long high, int bound, MemorySegment target) {
    for (int first = 0; first < bound; first += 64) {
      long word = 0;
      for (int i = 0; i < 64; i += INTS.length()) {
        IntVector lanes =
            IntVector.fromMemorySegment(INTS, source, offset + ((long) (first + i) << 2), ORDER);
        word |= lanes.sub((int) low).compare(VectorOperators.ULE, (int) (high - low)).toLong() << i;
      }
      target.set(JAVA_LONG, (long) first >> 3, word);
    }
  }

  private static void inRangeLongs(
      MemorySegment source, long offset, long low, long high, int bound, MemorySegment target) {
    for (int first = 0; first < bound; first += 64) {
      long word = 0;
      for (int i = 0; i < 64; i += LONGS.length()) {
        LongVector lanes =
            LongVector.fromMemorySegment(LONGS, source, offset + ((long) (first + i) << 3), ORDER);
        word |= lanes.sub(low).compare(VectorOperators.ULE, (high - low)).toLong() << i;
      }
      target.set(JAVA_LONG, (long) first >> 3, word);
    }
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    MemorySegment left = batch.left();
    MemorySegment right = batch.right();
    MemorySegment target = batch.target();
    return List.of(
        rows -> equalLongs(left, 0, right, 0, rows, target),
        rows -> lessLongs(left, 0, right, 0, rows, target),
        rows -> equalDoubles(left, 0, right, 0, rows, target),
        rows -> lessDoubles(left, 0, right, 0, rows, target),
        rows -> inRange(left, 0, 1, 20, 200, rows, target),
        rows -> inRange(left, 0, 2, 1000, 40_000, rows, target),
        rows -> inRange(left, 0, 4, 1000, 3_000_000_000L, rows, target),
        rows -> inRange(left, 0, 8, -1000, Long.MAX_VALUE / 2, rows, target));
  }
}
