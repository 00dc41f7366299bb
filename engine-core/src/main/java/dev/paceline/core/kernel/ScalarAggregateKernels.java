package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Plain loops, mostly over arrays and 64 rows a call, so that the JIT compiles them early. */
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
    long[] lanes = ScratchArrays.ofThread().left;
    Arrays.fill(sums, 0, groups, 0);
    for (int first = 0; first < rows; first += ScratchArrays.LANES) {
      int count = Math.min(ScratchArrays.LANES, rows - first);
      long at = offset + (long) first * width;
      ScratchArrays.ofThread().read(data, at, width, 0, 1, count, lanes);
      for (int g = 0; g < groups; g++) {
        long mask = g * stride + (first >>> 3);
        long sum = 0;
        for (int row = 0; row < count; row += 64) {
          sum += sum(lanes, row, masks.get(JAVA_LONG, mask + (row >>> 3)));
        }
        sums[g] += sum;
      }
    }
  }

  private static long sum(long[] lanes, int row, long mask) {
    long sum = 0;
    if (mask == -1) {
      for (int i = row; i < row + 64; i++) {
        sum += lanes[i];
      }
      return sum;
    }
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      sum += lanes[row + Long.numberOfTrailingZeros(rest)];
    }
    return sum;
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
    ScratchArrays scratch = ScratchArrays.ofThread();
    result[0] = Long.MAX_VALUE;
    result[1] = Long.MIN_VALUE;
    for (int first = 0; first < rows; first += ScratchArrays.LANES) {
      int count = Math.min(ScratchArrays.LANES, rows - first);
      scratch.read(data, offset + (long) first * width, width, 0, 1, count, scratch.left);
      for (int row = 0; row < count; row += 64) {
        long all = -1L >>> Math.max(0, 64 - (count - row));
        long wanted =
            mask == null ? all : all & mask.get(JAVA_LONG, maskOffset + (first + row >>> 3));
        extremes(scratch.left, row, wanted, result);
      }
    }
  }

  private static void extremes(long[] lanes, int row, long wanted, long[] result) {
    long min = result[0];
    long max = result[1];
    for (long rest = wanted; rest != 0; rest &= rest - 1) {
      long lane = lanes[row + Long.numberOfTrailingZeros(rest)];
      min = Math.min(min, lane);
      max = Math.max(max, lane);
    }
    result[0] = min;
    result[1] = max;
  }

  @Override
  public void match(MemorySegment codes, int rows, byte code, MemorySegment mask, long maskOffset) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < rows; first += ScratchArrays.LANES) {
      int count = Math.min(ScratchArrays.LANES, rows - first);
      scratch.readBytes(codes, first, count);
      for (int row = 0; row < count; row += 64) {
        long word = match(scratch.bytes, row, Math.min(row + 64, count), code);
        mask.set(JAVA_LONG, maskOffset + (first + row >>> 3), word);
      }
    }
  }

  private static long match(byte[] codes, int from, int end, byte code) {
    long word = 0;
    for (int i = from; i < end; i++) {
      word |= (codes[i] == code ? 1L : 0) << i;
    }
    return word;
  }

  @Override
  public void append(MemorySegment codes, int rows, int bits, MemorySegment data, long offset) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    byte[] before = scratch.moreBytes;
    for (int first = 0; first < rows; first += ScratchArrays.LANES) {
      int count = Math.min(ScratchArrays.LANES, rows - first);
      MemorySegment.copy(codes, JAVA_BYTE, first, before, 0, count);
      scratch.readBytes(data, offset + first, count);
      for (int row = 0; row < count; row += 256) {
        append(before, scratch.bytes, row, Math.min(row + 256, count), bits);
      }
      ScratchArrays.write(before, count, codes, first);
    }
  }

  private static void append(byte[] codes, byte[] lanes, int from, int end, int bits) {
    for (int i = from; i < end; i++) {
      codes[i] = (byte) ((codes[i] << bits) + lanes[i]);
    }
  }
}
