package dev.paceline.core.kernel.bounds;

import dev.paceline.core.kernel.LaneKernels;
import java.lang.foreign.MemorySegment;

/** The plain loops. */
public final class ScalarBoundsKernels extends BoundsKernels {
  @Override
  public void includeLongs(MemorySegment lanes, long offset, int count, long[] bounds) {
    bounds[0] = Math.min(bounds[0], LaneKernels.minLong(lanes, offset, count));
    bounds[1] = Math.max(bounds[1], LaneKernels.maxLong(lanes, offset, count));
  }

  @Override
  public void includeInts(MemorySegment lanes, long offset, int count, long[] bounds) {
    if (count > 0) {
      bounds[0] = Math.min(bounds[0], LaneKernels.minInt(lanes, offset, count));
      bounds[1] = Math.max(bounds[1], LaneKernels.maxInt(lanes, offset, count));
    }
  }
}
