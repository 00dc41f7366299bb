package dev.paceline.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * {@link CompareKernels} as plain loops. Comparisons of whole numbers are arithmetic on signs: as
 * branches they would be mispredicted, which costs several nanoseconds a row.
 */
public final class ScalarCompareKernels extends CompareKernels {
  @Override
  public void narrowBytes(
      MemorySegment lanes, long offset, int rows, int low, int high, MemorySegment bitmap) {
    for (int row = 0; row < rows; row += 64) {
      int end = Math.min(64, rows - row);
      long match = 0;
      for (int i = 0; i < end; i++) {
        int lane = lanes.get(ValueLayout.JAVA_BYTE, offset + row + i) & 0xff;
        match |= (~((lane - low) | (high - lane)) >>> 31 & 1L) << i;
      }
      and(bitmap, row, match);
    }
  }

  @Override
  public void narrowShorts(
      MemorySegment lanes, long offset, int rows, int low, int high, MemorySegment bitmap) {
    for (int row = 0; row < rows; row += 64) {
      int end = Math.min(64, rows - row);
      long match = 0;
      for (int i = 0; i < end; i++) {
        long at = offset + ((long) (row + i) << 1);
        int lane = lanes.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) & 0xffff;
        match |= (~((lane - low) | (high - lane)) >>> 31 & 1L) << i;
      }
      and(bitmap, row, match);
    }
  }

  @Override
  public void narrowInts(
      MemorySegment lanes, long offset, int rows, long low, long high, MemorySegment bitmap) {
    for (int row = 0; row < rows; row += 64) {
      int end = Math.min(64, rows - row);
      long match = 0;
      for (int i = 0; i < end; i++) {
        long at = offset + ((long) (row + i) << 2);
        long lane = lanes.get(ValueLayout.JAVA_INT_UNALIGNED, at) & 0xffff_ffffL;
        match |= (~((lane - low) | (high - lane)) >>> 63) << i;
      }
      and(bitmap, row, match);
    }
  }

  @Override
  public void narrowLongs(
      MemorySegment lanes, long offset, int rows, long low, long high, MemorySegment bitmap) {
    for (int row = 0; row < rows; row += 64) {
      int end = Math.min(64, rows - row);
      long match = 0;
      for (int i = 0; i < end; i++) {
        long at = offset + ((long) (row + i) << 3);
        long lane = lanes.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        match |= ((isLess(lane, low) | isLess(high, lane)) ^ 1) << i;
      }
      and(bitmap, row, match);
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
    for (int row = 0; row < rows; row += 64) {
      int end = Math.min(64, rows - row);
      long match = 0;
      for (int i = 0; i < end; i++) {
        long at = offset + ((long) (row + i) << 3);
        double lane = lanes.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
        boolean matches = lane >= low && lane <= high || nanMatches && Double.isNaN(lane);
        match |= (matches ? 1L : 0L) << i;
      }
      and(bitmap, row, match);
    }
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
