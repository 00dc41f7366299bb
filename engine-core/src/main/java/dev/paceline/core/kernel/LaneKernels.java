package dev.paceline.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Loops over lanes of whole numbers that are being stored: narrowing, bounds, re-encoding. Targets
 * never overlap sources. Only native segments.
 */
public final class LaneKernels {
  /** Rows of a call of a loop, which the JIT compiles after some hundred calls. */
  private static final int BLOCK = 256;

  private LaneKernels() {}

  /**
   * target[i] = (int) (base + multiplier × source[i]).
   *
   * @param width bytes of a source lane: 1, 2 or 4 (unsigned), or 8
   * @param targetOffset bytes, a multiple of 4
   */
  public static void narrowToInts(
      MemorySegment source,
      long offset,
      int width,
      long base,
      long multiplier,
      int count,
      MemorySegment target,
      long targetOffset) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      scratch.read(
          source, offset + (long) first * width, width, base, multiplier, rows, scratch.left);
      for (int row = 0; row < rows; row += BLOCK) {
        narrow(scratch.left, row, Math.min(row + BLOCK, rows), scratch.ints);
      }
      ScratchArrays.write(scratch.ints, rows, target, targetOffset + ((long) first << 2));
    }
  }

  private static void narrow(long[] lanes, int from, int end, int[] target) {
    for (int i = from; i < end; i++) {
      target[i] = (int) lanes[i];
    }
  }

  /**
   * Re-encodes lanes of 8 bytes as unsigned codes: target[i] = low bits of (source[i] - base) >>>
   * shift, times a factor. Codes have at most 32 bits, so that a factor of 32 bits is enough.
   *
   * @param targetWidth 1, 2 or 4
   * @param targetOffset bytes, of any alignment
   */
  public static void encodeQuotients(
      MemorySegment source,
      int count,
      long base,
      int shift,
      int factor,
      int targetWidth,
      MemorySegment target,
      long targetOffset) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      ScratchArrays.readLongs(source, (long) first << 3, rows, scratch.left);
      for (int row = 0; row < rows; row += BLOCK) {
        int end = Math.min(row + BLOCK, rows);
        if (shift == 0 && factor == 1) {
          subtract(scratch.left, row, end, base, scratch.ints);
        } else {
          quotients(scratch.left, row, end, base, shift, factor, scratch.ints);
        }
      }
      long to = targetOffset + (long) first * targetWidth;
      writeNarrow(scratch, rows, targetWidth, target, to);
    }
  }

  private static void subtract(long[] lanes, int from, int end, long base, int[] target) {
    int low = (int) base;
    for (int i = from; i < end; i++) {
      target[i] = (int) lanes[i] - low;
    }
  }

  private static void quotients(
      long[] lanes, int from, int end, long base, int shift, int factor, int[] target) {
    for (int i = from; i < end; i++) {
      target[i] = (int) (lanes[i] - base >>> shift) * factor;
    }
  }

  private static void narrow(int[] lanes, int from, int end, byte[] target) {
    for (int i = from; i < end; i++) {
      target[i] = (byte) lanes[i];
    }
  }

  private static void narrow(int[] lanes, int from, int end, short[] target) {
    for (int i = from; i < end; i++) {
      target[i] = (short) lanes[i];
    }
  }

  public static int minInt(MemorySegment lanes, long offset, int count) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    int min = Integer.MAX_VALUE;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      scratch.readInts(lanes, offset + ((long) first << 2), rows);
      for (int row = 0; row < rows; row += BLOCK) {
        min = Math.min(min, min(scratch.ints, row, Math.min(row + BLOCK, rows)));
      }
    }
    return min;
  }

  private static int min(int[] lanes, int from, int end) {
    int min = Integer.MAX_VALUE;
    for (int i = from; i < end; i++) {
      min = Math.min(min, lanes[i]);
    }
    return min;
  }

  public static int maxInt(MemorySegment lanes, long offset, int count) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    int max = Integer.MIN_VALUE;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      scratch.readInts(lanes, offset + ((long) first << 2), rows);
      for (int row = 0; row < rows; row += BLOCK) {
        max = Math.max(max, max(scratch.ints, row, Math.min(row + BLOCK, rows)));
      }
    }
    return max;
  }

  private static int max(int[] lanes, int from, int end) {
    int max = Integer.MIN_VALUE;
    for (int i = from; i < end; i++) {
      max = Math.max(max, lanes[i]);
    }
    return max;
  }

  public static long minLong(MemorySegment lanes, long offset, int count) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    long min = Long.MAX_VALUE;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      ScratchArrays.readLongs(lanes, offset + ((long) first << 3), rows, scratch.left);
      for (int row = 0; row < rows; row += BLOCK) {
        min = Math.min(min, min(scratch.left, row, Math.min(row + BLOCK, rows)));
      }
    }
    return min;
  }

  private static long min(long[] lanes, int from, int end) {
    long min = Long.MAX_VALUE;
    for (int i = from; i < end; i++) {
      min = Math.min(min, lanes[i]);
    }
    return min;
  }

  public static long maxLong(MemorySegment lanes, long offset, int count) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    long max = Long.MIN_VALUE;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      ScratchArrays.readLongs(lanes, offset + ((long) first << 3), rows, scratch.left);
      for (int row = 0; row < rows; row += BLOCK) {
        max = Math.max(max, max(scratch.left, row, Math.min(row + BLOCK, rows)));
      }
    }
    return max;
  }

  private static long max(long[] lanes, int from, int end) {
    long max = Long.MIN_VALUE;
    for (int i = from; i < end; i++) {
      max = Math.max(max, lanes[i]);
    }
    return max;
  }

  /**
   * Re-encodes signed lanes: target[i] = source[i] - base, in the target's width.
   *
   * @param width bytes of a source lane: 4, 8 or 16, signed
   * @param targetWidth 1, 2, 4 or 8; or 16, then the base is 0
   */
  public static void encode(
      MemorySegment source,
      int width,
      int count,
      long base,
      int targetWidth,
      MemorySegment target,
      long targetOffset) {
    if (width == targetWidth && base == 0) {
      MemorySegment.copy(source, 0, target, targetOffset, (long) width * count);
      return;
    }
    if (targetWidth == 16) {
      widen(source, width, count, target, targetOffset);
      return;
    }
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      readSigned(source, width, first, rows, scratch);
      long to = targetOffset + (long) first * targetWidth;
      if (targetWidth == 8) {
        for (int row = 0; row < rows; row += BLOCK) {
          subtract(scratch.left, row, Math.min(row + BLOCK, rows), base);
        }
        ScratchArrays.write(scratch.left, rows, target, to);
      } else {
        for (int row = 0; row < rows; row += BLOCK) {
          subtract(scratch.left, row, Math.min(row + BLOCK, rows), base, scratch.ints);
        }
        writeNarrow(scratch, rows, targetWidth, target, to);
      }
    }
  }

  /** Reads the low 64 bits of signed lanes. */
  private static void readSigned(
      MemorySegment source, int width, int first, int rows, ScratchArrays scratch) {
    long from = (long) first * width;
    switch (width) {
      case 4 -> {
        scratch.readInts(source, from, rows);
        for (int row = 0; row < rows; row += BLOCK) {
          widen(scratch.ints, row, Math.min(row + BLOCK, rows), scratch.left);
        }
      }
      case 8 -> ScratchArrays.readLongs(source, from, rows, scratch.left);
      case 16 -> {
        for (int row = 0; row < rows; row++) {
          scratch.left[row] = source.get(ValueLayout.JAVA_LONG, from + ((long) row << 4));
        }
      }
      default -> throw new IllegalArgumentException("width " + width);
    }
  }

  /** Writes codes of up to 32 bits. */
  private static void writeNarrow(
      ScratchArrays scratch, int rows, int width, MemorySegment target, long offset) {
    switch (width) {
      case 1 -> {
        for (int row = 0; row < rows; row += BLOCK) {
          narrow(scratch.ints, row, Math.min(row + BLOCK, rows), scratch.bytes);
        }
        ScratchArrays.write(scratch.bytes, rows, target, offset);
      }
      case 2 -> {
        for (int row = 0; row < rows; row += BLOCK) {
          narrow(scratch.ints, row, Math.min(row + BLOCK, rows), scratch.shorts);
        }
        ScratchArrays.write(scratch.shorts, rows, target, offset);
      }
      case 4 -> ScratchArrays.write(scratch.ints, rows, target, offset);
      default -> throw new IllegalArgumentException("width " + width);
    }
  }

  private static void widen(int[] lanes, int from, int end, long[] target) {
    for (int i = from; i < end; i++) {
      target[i] = lanes[i];
    }
  }

  private static void subtract(long[] lanes, int from, int end, long base) {
    for (int i = from; i < end; i++) {
      lanes[i] -= base;
    }
  }

  private static void widen(
      MemorySegment source, int width, int count, MemorySegment target, long targetOffset) {
    for (int i = 0; i < count; i++) {
      long value = low(source, width, i);
      target.set(ValueLayout.JAVA_LONG, targetOffset + ((long) i << 4), value);
      target.set(ValueLayout.JAVA_LONG, targetOffset + ((long) i << 4) + 8, value >> 63);
    }
  }

  private static long low(MemorySegment source, int width, int row) {
    return width == 4
        ? source.get(ValueLayout.JAVA_INT, (long) row << 2)
        : source.get(ValueLayout.JAVA_LONG, (long) row * width);
  }
}
