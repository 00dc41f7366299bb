package dev.paceline.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Arrays of one thread, into which scalar kernels copy the lanes of a batch. Before C2 has compiled
 * a loop, an access to an array is 5 to 33 times faster than one to a segment; after that, the copy
 * costs little.
 *
 * <p>Kernels take at most {@link #LANES} rows at a time. Contents last until the next kernel of the
 * thread begins.
 */
final class ScratchArrays {
  /** The length of each array. */
  static final int LANES = 2048;

  private static final ThreadLocal<ScratchArrays> OF_THREAD =
      ThreadLocal.withInitial(ScratchArrays::new);

  final byte[] bytes = new byte[LANES];
  final byte[] moreBytes = new byte[LANES];
  final short[] shorts = new short[LANES];
  final int[] ints = new int[LANES];
  final int[] moreInts = new int[LANES];
  final long[] left = new long[LANES];
  final long[] right = new long[LANES];
  final double[] leftDoubles = new double[LANES];
  final double[] rightDoubles = new double[LANES];

  private ScratchArrays() {}

  /** Returns the arrays of this thread. */
  static ScratchArrays ofThread() {
    return OF_THREAD.get();
  }

  /**
   * Copies lanes as 64-bit numbers: target[i] = base + multiplier × lane[i].
   *
   * @param width bytes of a lane: 1, 2 or 4 (unsigned), or 8
   */
  void read(
      MemorySegment source,
      long offset,
      int width,
      long base,
      long multiplier,
      int count,
      long[] target) {
    switch (width) {
      case 1 -> {
        readBytes(source, offset, count);
        widen(bytes, base, multiplier, count, target);
      }
      case 2 -> {
        readShorts(source, offset, count);
        widen(shorts, base, multiplier, count, target);
      }
      case 4 -> {
        readInts(source, offset, count);
        widen(ints, base, multiplier, count, target);
      }
      case 8 -> {
        readLongs(source, offset, count, target);
        if (base != 0 || multiplier != 1) {
          widen(target, base, multiplier, count);
        }
      }
      default -> throw new IllegalArgumentException("width " + width);
    }
  }

  private static void widen(byte[] lanes, long base, long multiplier, int count, long[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = base + multiplier * (lanes[i] & 0xff);
    }
  }

  private static void widen(short[] lanes, long base, long multiplier, int count, long[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = base + multiplier * (lanes[i] & 0xffff);
    }
  }

  private static void widen(int[] lanes, long base, long multiplier, int count, long[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = base + multiplier * (lanes[i] & 0xffff_ffffL);
    }
  }

  private static void widen(long[] lanes, long base, long multiplier, int count) {
    for (int i = 0; i < count; i++) {
      lanes[i] = base + multiplier * lanes[i];
    }
  }

  /** Reads keys of eight bytes to the left, and row numbers of four into the ints. */
  void readKeysAndRows(MemorySegment keys, MemorySegment rows, int first, int count) {
    readLongs(keys, (long) first << 3, count, left);
    readInts(rows, (long) first << 2, count);
  }

  void readBytes(MemorySegment source, long offset, int count) {
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, bytes, 0, count);
  }

  void readShorts(MemorySegment source, long offset, int count) {
    MemorySegment.copy(source, ValueLayout.JAVA_SHORT_UNALIGNED, offset, shorts, 0, count);
  }

  void readInts(MemorySegment source, long offset, int count) {
    readInts(source, offset, count, ints);
  }

  static void readInts(MemorySegment source, long offset, int count, int[] target) {
    MemorySegment.copy(source, ValueLayout.JAVA_INT_UNALIGNED, offset, target, 0, count);
  }

  static void readLongs(MemorySegment source, long offset, int count, long[] target) {
    MemorySegment.copy(source, ValueLayout.JAVA_LONG_UNALIGNED, offset, target, 0, count);
  }

  static void readDoubles(MemorySegment source, long offset, int count, double[] target) {
    MemorySegment.copy(source, ValueLayout.JAVA_DOUBLE_UNALIGNED, offset, target, 0, count);
  }

  static void write(byte[] lanes, int count, MemorySegment target, long offset) {
    MemorySegment.copy(lanes, 0, target, ValueLayout.JAVA_BYTE, offset, count);
  }

  static void write(short[] lanes, int count, MemorySegment target, long offset) {
    MemorySegment.copy(lanes, 0, target, ValueLayout.JAVA_SHORT_UNALIGNED, offset, count);
  }

  static void write(int[] lanes, int count, MemorySegment target, long offset) {
    MemorySegment.copy(lanes, 0, target, ValueLayout.JAVA_INT_UNALIGNED, offset, count);
  }

  static void write(long[] lanes, int count, MemorySegment target, long offset) {
    MemorySegment.copy(lanes, 0, target, ValueLayout.JAVA_LONG_UNALIGNED, offset, count);
  }

  static void write(double[] lanes, int count, MemorySegment target, long offset) {
    MemorySegment.copy(lanes, 0, target, ValueLayout.JAVA_DOUBLE_UNALIGNED, offset, count);
  }
}
