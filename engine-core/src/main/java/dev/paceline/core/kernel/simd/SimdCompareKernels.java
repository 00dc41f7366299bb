package dev.paceline.core.kernel.simd;

import dev.paceline.core.kernel.CompareKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link CompareKernels} on the Vector API: 64 rows a step, one unsigned compare of (lane - low)
 * with (high - low), which also holds for signed lanes. Words of the bitmap that are empty already
 * are not looked at.
 */
public final class SimdCompareKernels extends CompareKernels {
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
    for (int row = 0; row < rows; row += 64) {
      long word = bitmap.get(ValueLayout.JAVA_LONG, row >>> 3);
      if (word == 0) {
        continue;
      }
      long match = 0;
      int end = Math.min(64, rows - row);
      for (int i = 0; i < end; i += BYTES.length()) {
        match |=
            ByteVector.fromMemorySegment(BYTES, lanes, offset + row + i, ORDER)
                    .sub(start)
                    .compare(VectorOperators.ULE, range)
                    .toLong()
                << i;
      }
      bitmap.set(ValueLayout.JAVA_LONG, row >>> 3, word & match);
    }
  }

  @Override
  public void narrowShorts(
      MemorySegment lanes, long offset, int rows, int low, int high, MemorySegment bitmap) {
    short start = (short) low;
    short range = (short) (high - low);
    for (int row = 0; row < rows; row += 64) {
      long word = bitmap.get(ValueLayout.JAVA_LONG, row >>> 3);
      if (word == 0) {
        continue;
      }
      long match = 0;
      int end = Math.min(64, rows - row);
      for (int i = 0; i < end; i += SHORTS.length()) {
        match |=
            ShortVector.fromMemorySegment(SHORTS, lanes, offset + ((long) (row + i) << 1), ORDER)
                    .sub(start)
                    .compare(VectorOperators.ULE, range)
                    .toLong()
                << i;
      }
      bitmap.set(ValueLayout.JAVA_LONG, row >>> 3, word & match);
    }
  }

  @Override
  public void narrowInts(
      MemorySegment lanes, long offset, int rows, long low, long high, MemorySegment bitmap) {
    int start = (int) low;
    int range = (int) (high - low);
    for (int row = 0; row < rows; row += 64) {
      long word = bitmap.get(ValueLayout.JAVA_LONG, row >>> 3);
      if (word == 0) {
        continue;
      }
      long match = 0;
      int end = Math.min(64, rows - row);
      for (int i = 0; i < end; i += INTS.length()) {
        match |=
            IntVector.fromMemorySegment(INTS, lanes, offset + ((long) (row + i) << 2), ORDER)
                    .sub(start)
                    .compare(VectorOperators.ULE, range)
                    .toLong()
                << i;
      }
      bitmap.set(ValueLayout.JAVA_LONG, row >>> 3, word & match);
    }
  }

  @Override
  public void narrowLongs(
      MemorySegment lanes, long offset, int rows, long low, long high, MemorySegment bitmap) {
    long range = high - low;
    for (int row = 0; row < rows; row += 64) {
      long word = bitmap.get(ValueLayout.JAVA_LONG, row >>> 3);
      if (word == 0) {
        continue;
      }
      long match = 0;
      int end = Math.min(64, rows - row);
      for (int i = 0; i < end; i += LONGS.length()) {
        match |=
            LongVector.fromMemorySegment(LONGS, lanes, offset + ((long) (row + i) << 3), ORDER)
                    .sub(low)
                    .compare(VectorOperators.ULE, range)
                    .toLong()
                << i;
      }
      bitmap.set(ValueLayout.JAVA_LONG, row >>> 3, word & match);
    }
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
    VectorMask<Double> nan = DOUBLES.maskAll(nanMatches);
    for (int row = 0; row < rows; row += 64) {
      long word = bitmap.get(ValueLayout.JAVA_LONG, row >>> 3);
      if (word == 0) {
        continue;
      }
      long match = 0;
      int end = Math.min(64, rows - row);
      for (int i = 0; i < end; i += DOUBLES.length()) {
        DoubleVector lane =
            DoubleVector.fromMemorySegment(DOUBLES, lanes, offset + ((long) (row + i) << 3), ORDER);
        match |=
            lane.compare(VectorOperators.GE, low)
                    .and(lane.compare(VectorOperators.LE, high))
                    .or(lane.test(VectorOperators.IS_NAN).and(nan))
                    .toLong()
                << i;
      }
      bitmap.set(ValueLayout.JAVA_LONG, row >>> 3, word & match);
    }
  }
}
