package dev.paceline.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** {@link CompressKernels} as plain loops over arrays, 64 rows a call. */
public final class ScalarCompressKernels extends CompressKernels {
  @Override
  public int compress(
      MemorySegment source,
      long offset,
      int width,
      MemorySegment selection,
      int rows,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    int count = 0;
    for (int first = 0; first < rows; first += ScratchArrays.LANES) {
      int part = Math.min(ScratchArrays.LANES, rows - first);
      long from = offset + (long) first * width;
      long to = (long) count * width;
      int kept = 0;
      switch (width) {
        case 1 -> {
          scratch.readBytes(source, from, part);
          for (int row = 0; row < part; row += 64) {
            kept = keep(scratch.bytes, row, bits(selection, first + row, rows), kept);
          }
          ScratchArrays.write(scratch.bytes, kept, target, to);
        }
        case 2 -> {
          scratch.readShorts(source, from, part);
          for (int row = 0; row < part; row += 64) {
            kept = keep(scratch.shorts, row, bits(selection, first + row, rows), kept);
          }
          ScratchArrays.write(scratch.shorts, kept, target, to);
        }
        case 4 -> {
          scratch.readInts(source, from, part);
          for (int row = 0; row < part; row += 64) {
            kept = keep(scratch.ints, row, bits(selection, first + row, rows), kept);
          }
          ScratchArrays.write(scratch.ints, kept, target, to);
        }
        case 8 -> {
          ScratchArrays.readLongs(source, from, part, scratch.left);
          for (int row = 0; row < part; row += 64) {
            kept = keep(scratch.left, row, bits(selection, first + row, rows), kept);
          }
          ScratchArrays.write(scratch.left, kept, target, to);
        }
        case 16 -> {
          for (int row = 0; row < part; row += 64) {
            long bits = bits(selection, first + row, rows);
            kept = copy(source, from + ((long) row << 4), bits, target, to, kept);
          }
        }
        default -> throw new IllegalArgumentException("width " + width);
      }
      count += kept;
    }
    return count;
  }

  /** Returns the selection of 64 rows, without the bits behind the last row. */
  private static long bits(MemorySegment selection, int row, int rows) {
    long bits = selection.get(ValueLayout.JAVA_LONG, row >>> 3);
    return rows - row < 64 ? bits & (1L << rows) - 1 : bits;
  }

  // Each moves the selected ones of 64 lanes to the front, and returns where the next one goes.

  private static int keep(byte[] lanes, int row, long bits, int kept) {
    int next = kept;
    for (long rest = bits; rest != 0; rest &= rest - 1) {
      lanes[next++] = lanes[row + Long.numberOfTrailingZeros(rest)];
    }
    return next;
  }

  private static int keep(short[] lanes, int row, long bits, int kept) {
    int next = kept;
    for (long rest = bits; rest != 0; rest &= rest - 1) {
      lanes[next++] = lanes[row + Long.numberOfTrailingZeros(rest)];
    }
    return next;
  }

  private static int keep(int[] lanes, int row, long bits, int kept) {
    int next = kept;
    for (long rest = bits; rest != 0; rest &= rest - 1) {
      lanes[next++] = lanes[row + Long.numberOfTrailingZeros(rest)];
    }
    return next;
  }

  private static int keep(long[] lanes, int row, long bits, int kept) {
    int next = kept;
    for (long rest = bits; rest != 0; rest &= rest - 1) {
      lanes[next++] = lanes[row + Long.numberOfTrailingZeros(rest)];
    }
    return next;
  }

  private static int copy(
      MemorySegment source, long offset, long bits, MemorySegment target, long to, int kept) {
    int next = kept;
    for (long rest = bits; rest != 0; rest &= rest - 1) {
      long from = offset + ((long) Long.numberOfTrailingZeros(rest) << 4);
      MemorySegment.copy(source, from, target, to + ((long) next << 4), 16);
      next++;
    }
    return next;
  }
}
