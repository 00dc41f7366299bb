package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Plain loops, over arrays where that is possible. */
public class ScalarDecodeKernels extends DecodeKernels {
  /** Rows of a call of a loop, which the JIT compiles after some hundred calls. */
  private static final int BLOCK = 256;

  @Override
  public void widen(
      MemorySegment source,
      long sourceOffset,
      int width,
      long base,
      long multiplier,
      int count,
      MemorySegment target,
      long targetOffset) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = sourceOffset + (long) first * width;
      scratch.read(source, at, width, base, multiplier, rows, scratch.left);
      ScratchArrays.write(scratch.left, rows, target, targetOffset + ((long) first << 3));
    }
  }

  @Override
  public void gather(
      MemorySegment source,
      long sourceOffset,
      int width,
      MemorySegment positions,
      int count,
      MemorySegment target,
      long targetOffset) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      scratch.readInts(positions, (long) first << 2, rows);
      long to = targetOffset + (long) first * width;
      switch (width) {
        case 1 -> {
          for (int row = 0; row < rows; row += BLOCK) {
            gather(source, sourceOffset, scratch.ints, row, end(row, rows), scratch.bytes);
          }
          ScratchArrays.write(scratch.bytes, rows, target, to);
        }
        case 2 -> {
          for (int row = 0; row < rows; row += BLOCK) {
            gather(source, sourceOffset, scratch.ints, row, end(row, rows), scratch.shorts);
          }
          ScratchArrays.write(scratch.shorts, rows, target, to);
        }
        case 4 -> {
          for (int row = 0; row < rows; row += BLOCK) {
            gather(source, sourceOffset, scratch.ints, row, end(row, rows));
          }
          ScratchArrays.write(scratch.ints, rows, target, to);
        }
        case 8 -> {
          for (int row = 0; row < rows; row += BLOCK) {
            gather(source, sourceOffset, scratch.ints, row, end(row, rows), scratch.left);
          }
          ScratchArrays.write(scratch.left, rows, target, to);
        }
        case 16 -> {
          for (int row = 0; row < rows; row += BLOCK) {
            gather(source, sourceOffset, scratch.ints, row, end(row, rows), target, to);
          }
        }
        default -> throw new IllegalArgumentException("width " + width);
      }
    }
  }

  private static int end(int row, int rows) {
    return Math.min(row + BLOCK, rows);
  }

  private static void gather(
      MemorySegment source, long offset, int[] positions, int from, int end, byte[] target) {
    for (int i = from; i < end; i++) {
      target[i] = source.get(JAVA_BYTE, offset + positions[i]);
    }
  }

  private static void gather(
      MemorySegment source, long offset, int[] positions, int from, int end, short[] target) {
    for (int i = from; i < end; i++) {
      target[i] = source.get(JAVA_SHORT_UNALIGNED, offset + ((long) positions[i] << 1));
    }
  }

  /** Replaces positions by 32-bit lanes. */
  private static void gather(
      MemorySegment source, long offset, int[] positions, int from, int end) {
    for (int i = from; i < end; i++) {
      positions[i] = source.get(JAVA_INT_UNALIGNED, offset + ((long) positions[i] << 2));
    }
  }

  private static void gather(
      MemorySegment source, long offset, int[] positions, int from, int end, long[] target) {
    for (int i = from; i < end; i++) {
      target[i] = source.get(JAVA_LONG_UNALIGNED, offset + ((long) positions[i] << 3));
    }
  }

  private static void gather(
      MemorySegment source,
      long offset,
      int[] positions,
      int from,
      int end,
      MemorySegment target,
      long targetOffset) {
    for (int i = from; i < end; i++) {
      long at = offset + ((long) positions[i] << 4);
      long to = targetOffset + ((long) i << 4);
      target.set(JAVA_LONG_UNALIGNED, to, source.get(JAVA_LONG_UNALIGNED, at));
      target.set(JAVA_LONG_UNALIGNED, to + 8, source.get(JAVA_LONG_UNALIGNED, at + 8));
    }
  }

  @Override
  public void gatherBits(
      MemorySegment source,
      long sourceOffset,
      MemorySegment positions,
      int count,
      MemorySegment target,
      long targetOffset) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      scratch.readInts(positions, (long) first << 2, rows);
      for (int row = 0; row < rows; row += Long.SIZE) {
        int end = Math.min(row + Long.SIZE, rows);
        long word = gatherWord(source, sourceOffset, scratch.ints, row, end);
        target.set(JAVA_LONG, targetOffset + (first + row >> 3), word);
      }
    }
  }

  /** Reads bytes, because their addresses need no check of alignment. */
  private static long gatherWord(
      MemorySegment source, long offset, int[] positions, int from, int end) {
    long word = 0;
    for (int i = from; i < end; i++) {
      int row = positions[i];
      long bit = (long) source.get(JAVA_BYTE, offset + (row >>> 3)) >>> (row & 7) & 1;
      word |= bit << (i - from);
    }
    return word;
  }
}
