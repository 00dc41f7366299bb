package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.paceline.core.column.Bitmaps;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The plain loops. */
public class ScalarAggregateKernels extends AggregateKernels {
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
    for (int g = 0; g < groups; g++) {
      long sum = 0;
      for (int i = 0; i < rows; i++) {
        if (Bitmaps.get(masks, g * stride, i)) {
          sum += lane(data, offset, width, i);
        }
      }
      sums[g] = sum;
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
      double sum = 0;
      for (int i = 0; i < rows; i++) {
        if (Bitmaps.get(masks, g * stride, i)) {
          sum += data.get(JAVA_DOUBLE_UNALIGNED, offset + ((long) i << 3));
        }
      }
      sums[g] = sum;
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
      double sum = 0;
      for (int i = 0; i < rows; i++) {
        if (Bitmaps.get(masks, g * stride, i)) {
          double distance = data.get(JAVA_DOUBLE_UNALIGNED, offset + ((long) i << 3)) - centers[g];
          sum += distance * distance;
        }
      }
      sums[g] = sum;
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
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < rows; i++) {
      if (mask == null || Bitmaps.get(mask, maskOffset, i)) {
        long lane = lane(data, offset, width, i);
        min = Math.min(min, lane);
        max = Math.max(max, lane);
      }
    }
    result[0] = min;
    result[1] = max;
  }

  @Override
  public void match(MemorySegment codes, int rows, byte code, MemorySegment mask, long maskOffset) {
    Bitmaps.zero(mask, maskOffset, rows);
    for (int i = 0; i < rows; i++) {
      if (codes.get(JAVA_BYTE, i) == code) {
        Bitmaps.set(mask, maskOffset, i);
      }
    }
  }

  @Override
  public void append(MemorySegment codes, int rows, int bits, MemorySegment data, long offset) {
    for (int i = 0; i < rows; i++) {
      int code = (codes.get(JAVA_BYTE, i) << bits) + data.get(JAVA_BYTE, offset + i);
      codes.set(JAVA_BYTE, i, (byte) code);
    }
  }

  private static long lane(MemorySegment data, long offset, int width, int i) {
    return switch (width) {
      case 1 -> data.get(JAVA_BYTE, offset + i) & 0xff;
      case 2 -> data.get(JAVA_SHORT_UNALIGNED, offset + ((long) i << 1)) & 0xffff;
      case 4 -> data.get(JAVA_INT_UNALIGNED, offset + ((long) i << 2)) & 0xffff_ffffL;
      default -> data.get(JAVA_LONG_UNALIGNED, offset + ((long) i << 3));
    };
  }
}
