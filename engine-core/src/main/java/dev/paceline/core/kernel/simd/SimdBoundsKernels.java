package dev.paceline.core.kernel.simd;

import dev.paceline.core.kernel.LaneKernels;
import dev.paceline.core.kernel.bounds.BoundsKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link BoundsKernels} on the Vector API, because C2 does not vectorise minima of longs. */
public final class SimdBoundsKernels extends BoundsKernels implements SimdKernels {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;

  /** Public for the look-up by name. */
  public SimdBoundsKernels() {}

  @Override
  public void includeLongs(MemorySegment lanes, long offset, int count, long[] bounds) {
    int step = LONGS.length();
    int whole = count - count % step;
    if (whole > 0) {
      LongVector min = LongVector.fromMemorySegment(LONGS, lanes, offset, ORDER);
      LongVector max = min;
      for (int i = step; i < whole; i += step) {
        LongVector values =
            LongVector.fromMemorySegment(LONGS, lanes, offset + ((long) i << 3), ORDER);
        min = min.min(values);
        max = max.max(values);
      }
      bounds[0] = Math.min(bounds[0], min.reduceLanes(VectorOperators.MIN));
      bounds[1] = Math.max(bounds[1], max.reduceLanes(VectorOperators.MAX));
    }
    if (whole < count) {
      long at = offset + ((long) whole << 3);
      bounds[0] = Math.min(bounds[0], LaneKernels.minLong(lanes, at, count - whole));
      bounds[1] = Math.max(bounds[1], LaneKernels.maxLong(lanes, at, count - whole));
    }
  }

  @Override
  public void includeInts(MemorySegment lanes, long offset, int count, long[] bounds) {
    int step = INTS.length();
    int whole = count - count % step;
    if (whole > 0) {
      IntVector min = IntVector.fromMemorySegment(INTS, lanes, offset, ORDER);
      IntVector max = min;
      for (int i = step; i < whole; i += step) {
        IntVector values =
            IntVector.fromMemorySegment(INTS, lanes, offset + ((long) i << 2), ORDER);
        min = min.min(values);
        max = max.max(values);
      }
      bounds[0] = Math.min(bounds[0], min.reduceLanes(VectorOperators.MIN));
      bounds[1] = Math.max(bounds[1], max.reduceLanes(VectorOperators.MAX));
    }
    if (whole < count) {
      long at = offset + ((long) whole << 2);
      bounds[0] = Math.min(bounds[0], LaneKernels.minInt(lanes, at, count - whole));
      bounds[1] = Math.max(bounds[1], LaneKernels.maxInt(lanes, at, count - whole));
    }
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    long[] bounds = none();
    return List.of(
        rows -> includeLongs(batch.left(), 0, rows, bounds),
        rows -> includeInts(batch.left(), 0, rows, bounds));
  }
}
