package dev.paceline.core.kernel.simd;

import dev.paceline.core.kernel.CompareKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
 * {@link CompareKernels} on the Vector API: 64 rows a step, one unsigned compare of (lane - low)
 * with (high - low), which also holds for signed lanes. Words of the bitmap that are empty already
 * are not looked at. The loop over a whole word has a constant number of steps, which C2 unrolls: a
 * third faster than one loop that also does the tail.
 */
public final class SimdCompareKernels extends CompareKernels implements SimdKernels {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;

  /** Public for the look-up by name. */
  public SimdCompareKernels() {}

  @Override
  public void narrowBytes(
      MemorySegment lanes, long offset, int rows, int low, int high, MemorySegment bitmap) {
    byte start = (byte) low;
    byte range = (byte) (high - low);
    int whole = rows & -64;
    for (int row = 0; row < whole; row += 64) {
      long word = bitmap.get(ValueLayout.JAVA_LONG, row >>> 3);
      if (word == 0) {
        continue;
      }
      long match = 0;
      for (int i = 0; i < 64; i += BYTES.length()) {
        match |= matchBytes(lanes, offset + row + i, start, range) << i;
      }
      bitmap.set(ValueLayout.JAVA_LONG, row >>> 3, word & match);
    }
    if (whole < rows) {
      long match = 0;
      for (int i = 0; i < rows - whole; i += BYTES.length()) {
        match |= matchBytes(lanes, offset + whole + i, start, range) << i;
      }
      and(bitmap, whole, match);
    }
  }

  private static long matchBytes(MemorySegment lanes, long at, byte start, byte range) {
    return ByteVector.fromMemorySegment(BYTES, lanes, at, ORDER)
        .sub(start)
        .compare(VectorOperators.ULE, range)
        .toLong();
  }

  @Override
  public void narrowShorts(
      MemorySegment lanes, long offset, int rows, int low, int high, MemorySegment bitmap) {
    short start = (short) low;
    short range = (short) (high - low);
    int whole = rows & -64;
    for (int row = 0; row < whole; row += 64) {
      long word = bitmap.get(ValueLayout.JAVA_LONG, row >>> 3);
      if (word == 0) {
        continue;
      }
      long match = 0;
      for (int i = 0; i < 64; i += SHORTS.length()) {
        match |= matchShorts(lanes, offset + ((long) (row + i) << 1), start, range) << i;
      }
      bitmap.set(ValueLayout.JAVA_LONG, row >>> 3, word & match);
    }
    if (whole < rows) {
      long match = 0;
      for (int i = 0; i < rows - whole; i += SHORTS.length()) {
        match |= matchShorts(lanes, offset + ((long) (whole + i) << 1), start, range) << i;
      }
      and(bitmap, whole, match);
    }
  }

  private static long matchShorts(MemorySegment lanes, long at, short start, short range) {
    return ShortVector.fromMemorySegment(SHORTS, lanes, at, ORDER)
        .sub(start)
        .compare(VectorOperators.ULE, range)
        .toLong();
  }

  @Override
  public void narrowInts(
      MemorySegment lanes, long offset, int rows, long low, long high, MemorySegment bitmap) {
    int start = (int) low;
    int range = (int) (high - low);
    int whole = rows & -64;
    for (int row = 0; row < whole; row += 64) {
      long word = bitmap.get(ValueLayout.JAVA_LONG, row >>> 3);
      if (word == 0) {
        continue;
      }
      long match = 0;
      for (int i = 0; i < 64; i += INTS.length()) {
        match |= matchInts(lanes, offset + ((long) (row + i) << 2), start, range) << i;
      }
      bitmap.set(ValueLayout.JAVA_LONG, row >>> 3, word & match);
    }
    if (whole < rows) {
      long match = 0;
      for (int i = 0; i < rows - whole; i += INTS.length()) {
        match |= matchInts(lanes, offset + ((long) (whole + i) << 2), start, range) << i;
      }
      and(bitmap, whole, match);
    }
  }

  private static long matchInts(MemorySegment lanes, long at, int start, int range) {
    return IntVector.fromMemorySegment(INTS, lanes, at, ORDER)
        .sub(start)
        .compare(VectorOperators.ULE, range)
        .toLong();
  }

  @Override
  public void narrowLongs(
      MemorySegment lanes, long offset, int rows, long low, long high, MemorySegment bitmap) {
    long start = low;
    long range = high - low;
    int whole = rows & -64;
    for (int row = 0; row < whole; row += 64) {
      long word = bitmap.get(ValueLayout.JAVA_LONG, row >>> 3);
      if (word == 0) {
        continue;
      }
      long match = 0;
      for (int i = 0; i < 64; i += LONGS.length()) {
        match |= matchLongs(lanes, offset + ((long) (row + i) << 3), start, range) << i;
      }
      bitmap.set(ValueLayout.JAVA_LONG, row >>> 3, word & match);
    }
    if (whole < rows) {
      long match = 0;
      for (int i = 0; i < rows - whole; i += LONGS.length()) {
        match |= matchLongs(lanes, offset + ((long) (whole + i) << 3), start, range) << i;
      }
      and(bitmap, whole, match);
    }
  }

  private static long matchLongs(MemorySegment lanes, long at, long start, long range) {
    return LongVector.fromMemorySegment(LONGS, lanes, at, ORDER)
        .sub(start)
        .compare(VectorOperators.ULE, range)
        .toLong();
  }

  @Override
  public void narrowDoubles(
      MemorySegment lanes,
      long offset,
      int rows,
      double low,
      double high,
      boolean nanMatches,
      MemorySegment bitmap) {
    int whole = rows & -64;
    for (int row = 0; row < whole; row += 64) {
      long word = bitmap.get(ValueLayout.JAVA_LONG, row >>> 3);
      if (word == 0) {
        continue;
      }
      long match = 0;
      for (int i = 0; i < 64; i += DOUBLES.length()) {
        match |= matchDoubles(lanes, offset + ((long) (row + i) << 3), low, high, nanMatches) << i;
      }
      bitmap.set(ValueLayout.JAVA_LONG, row >>> 3, word & match);
    }
    if (whole < rows) {
      long match = 0;
      for (int i = 0; i < rows - whole; i += DOUBLES.length()) {
        match |=
            matchDoubles(lanes, offset + ((long) (whole + i) << 3), low, high, nanMatches) << i;
      }
      and(bitmap, whole, match);
    }
  }

  private static long matchDoubles(
      MemorySegment lanes, long at, double low, double high, boolean nanMatches) {
    DoubleVector lane = DoubleVector.fromMemorySegment(DOUBLES, lanes, at, ORDER);
    long match =
        lane.compare(VectorOperators.GE, low).and(lane.compare(VectorOperators.LE, high)).toLong();
    return nanMatches ? match | lane.test(VectorOperators.IS_NAN).toLong() : match;
  }

  private static void and(MemorySegment bitmap, int row, long match) {
    long at = (long) row >>> 3;
    bitmap.set(ValueLayout.JAVA_LONG, at, bitmap.get(ValueLayout.JAVA_LONG, at) & match);
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    MemorySegment lanes = batch.left();
    MemorySegment bitmap = batch.bitmaps();
    return List.of(
        rows -> narrowBytes(lanes, 0, rows, 20, 200, bitmap),
        rows -> narrowShorts(lanes, 0, rows, 1000, 40_000, bitmap),
        rows -> narrowInts(lanes, 0, rows, 1000, 3_000_000_000L, bitmap),
        rows -> narrowLongs(lanes, 0, rows, Long.MIN_VALUE / 2, Long.MAX_VALUE / 2, bitmap),
        rows -> narrowDoubles(lanes, 0, rows, -1, 1e9, (rows & 1) == 0, bitmap));
  }
}
