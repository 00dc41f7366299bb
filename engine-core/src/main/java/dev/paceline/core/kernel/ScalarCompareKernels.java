package dev.paceline.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * {@link CompareKernels} as plain loops over arrays, 64 rows a call, so that the JIT compiles them
 * early. Comparisons of whole numbers are arithmetic on signs: as branches they would be
 * mispredicted, which costs several nanoseconds a row.
 */
public final class ScalarCompareKernels extends CompareKernels {
  @Override
  public void narrowBytes(
      MemorySegment lanes, long offset, int rows, int low, int high, MemorySegment bitmap) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < rows; first += ScratchArrays.LANES) {
      int count = Math.min(ScratchArrays.LANES, rows - first);
      scratch.readBytes(lanes, offset + first, count);
      for (int row = 0; row < count; row += 64) {
        int end = Math.min(row + 64, count);
        and(bitmap, first + row, match(scratch.bytes, row, end, low, high));
      }
    }
  }

  private static long match(byte[] lanes, int from, int end, int low, int high) {
    long match = 0;
    for (int i = from; i < end; i++) {
      int lane = lanes[i] & 0xff;
      match |= (~((lane - low) | (high - lane)) >>> 31 & 1L) << i;
    }
    return match;
  }

  @Override
  public void narrowShorts(
      MemorySegment lanes, long offset, int rows, int low, int high, MemorySegment bitmap) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < rows; first += ScratchArrays.LANES) {
      int count = Math.min(ScratchArrays.LANES, rows - first);
      scratch.readShorts(lanes, offset + ((long) first << 1), count);
      for (int row = 0; row < count; row += 64) {
        int end = Math.min(row + 64, count);
        and(bitmap, first + row, match(scratch.shorts, row, end, low, high));
      }
    }
  }

  private static long match(short[] lanes, int from, int end, int low, int high) {
    long match = 0;
    for (int i = from; i < end; i++) {
      int lane = lanes[i] & 0xffff;
      match |= (~((lane - low) | (high - lane)) >>> 31 & 1L) << i;
    }
    return match;
  }

  @Override
  public void narrowInts(
      MemorySegment lanes, long offset, int rows, long low, long high, MemorySegment bitmap) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < rows; first += ScratchArrays.LANES) {
      int count = Math.min(ScratchArrays.LANES, rows - first);
      scratch.readInts(lanes, offset + ((long) first << 2), count);
      for (int row = 0; row < count; row += 64) {
        int end = Math.min(row + 64, count);
        and(bitmap, first + row, match(scratch.ints, row, end, low, high));
      }
    }
  }

  private static long match(int[] lanes, int from, int end, long low, long high) {
    long match = 0;
    for (int i = from; i < end; i++) {
      long lane = lanes[i] & 0xffff_ffffL;
      match |= (~((lane - low) | (high - lane)) >>> 63) << i;
    }
    return match;
  }

  @Override
  public void narrowLongs(
      MemorySegment lanes, long offset, int rows, long low, long high, MemorySegment bitmap) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < rows; first += ScratchArrays.LANES) {
      int count = Math.min(ScratchArrays.LANES, rows - first);
      ScratchArrays.readLongs(lanes, offset + ((long) first << 3), count, scratch.left);
      for (int row = 0; row < count; row += 64) {
        int end = Math.min(row + 64, count);
        and(bitmap, first + row, match(scratch.left, row, end, low, high));
      }
    }
  }

  private static long match(long[] lanes, int from, int end, long low, long high) {
    long match = 0;
    for (int i = from; i < end; i++) {
      long lane = lanes[i];
      match |= ((isLess(lane, low) | isLess(high, lane)) ^ 1) << i;
    }
    return match;
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
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < rows; first += ScratchArrays.LANES) {
      int count = Math.min(ScratchArrays.LANES, rows - first);
      ScratchArrays.readDoubles(lanes, offset + ((long) first << 3), count, scratch.leftDoubles);
      for (int row = 0; row < count; row += 64) {
        int end = Math.min(row + 64, count);
        and(bitmap, first + row, match(scratch.leftDoubles, row, end, low, high, nanMatches));
      }
    }
  }

  private static long match(
      double[] lanes, int from, int end, double low, double high, boolean nanMatches) {
    long match = 0;
    for (int i = from; i < end; i++) {
      double lane = lanes[i];
      boolean matches = lane >= low && lane <= high || nanMatches && Double.isNaN(lane);
      match |= (matches ? 1L : 0L) << i;
    }
    return match;
  }

  /** 1 or 0, also where the difference overflows. */
  private static long isLess(long left, long right) {
    return ((left & ~right) | (~(left ^ right) & (left - right))) >>> 63;
  }

  private static void and(MemorySegment bitmap, int row, long match) {
    long at = (long) row >>> 3;
    bitmap.set(ValueLayout.JAVA_LONG, at, bitmap.get(ValueLayout.JAVA_LONG, at) & match);
  }
}
