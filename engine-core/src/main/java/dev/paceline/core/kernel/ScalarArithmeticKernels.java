package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Plain loops over arrays. Each loop is a method of its own, of at most {@value #BLOCK} rows a
 * call, so that the JIT compiles it early, and compiles it once.
 */
public class ScalarArithmeticKernels extends ArithmeticKernels {
  private static final int BLOCK = 256;

  @Override
  public void addLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    long[] a = scratch.left;
    long[] b = scratch.right;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readLongs(left, leftOffset + at, rows, a);
      ScratchArrays.readLongs(right, rightOffset + at, rows, b);
      for (int row = 0; row < rows; row += BLOCK) {
        add(a, b, row, Math.min(row + BLOCK, rows));
      }
      ScratchArrays.write(a, rows, target, at);
    }
  }

  private static void add(long[] a, long[] b, int from, int end) {
    for (int i = from; i < end; i++) {
      a[i] += b[i];
    }
  }

  @Override
  public void subtractLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    long[] a = scratch.left;
    long[] b = scratch.right;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readLongs(left, leftOffset + at, rows, a);
      ScratchArrays.readLongs(right, rightOffset + at, rows, b);
      for (int row = 0; row < rows; row += BLOCK) {
        subtract(a, b, row, Math.min(row + BLOCK, rows));
      }
      ScratchArrays.write(a, rows, target, at);
    }
  }

  private static void subtract(long[] a, long[] b, int from, int end) {
    for (int i = from; i < end; i++) {
      a[i] -= b[i];
    }
  }

  @Override
  public void multiplyLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    long[] a = scratch.left;
    long[] b = scratch.right;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readLongs(left, leftOffset + at, rows, a);
      ScratchArrays.readLongs(right, rightOffset + at, rows, b);
      for (int row = 0; row < rows; row += BLOCK) {
        multiply(a, b, row, Math.min(row + BLOCK, rows));
      }
      ScratchArrays.write(a, rows, target, at);
    }
  }

  private static void multiply(long[] a, long[] b, int from, int end) {
    for (int i = from; i < end; i++) {
      a[i] *= b[i];
    }
  }

  @Override
  public boolean addLongsChecked(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    long[] a = scratch.left;
    long[] b = scratch.right;
    long overflow = 0;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readLongs(left, leftOffset + at, rows, a);
      ScratchArrays.readLongs(right, rightOffset + at, rows, b);
      for (int row = 0; row < rows; row += BLOCK) {
        overflow |= addChecked(a, b, row, Math.min(row + BLOCK, rows));
      }
      ScratchArrays.write(a, rows, target, at);
    }
    return overflow != 0;
  }

  private static long addChecked(long[] a, long[] b, int from, int end) {
    long overflow = 0;
    for (int i = from; i < end; i++) {
      long sum = a[i] + b[i];
      overflow |= (a[i] ^ sum) & (b[i] ^ sum);
      a[i] = sum;
    }
    return overflow >>> 63;
  }

  @Override
  public boolean subtractLongsChecked(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    long[] a = scratch.left;
    long[] b = scratch.right;
    long overflow = 0;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readLongs(left, leftOffset + at, rows, a);
      ScratchArrays.readLongs(right, rightOffset + at, rows, b);
      for (int row = 0; row < rows; row += BLOCK) {
        overflow |= subtractChecked(a, b, row, Math.min(row + BLOCK, rows));
      }
      ScratchArrays.write(a, rows, target, at);
    }
    return overflow != 0;
  }

  private static long subtractChecked(long[] a, long[] b, int from, int end) {
    long overflow = 0;
    for (int i = from; i < end; i++) {
      long difference = a[i] - b[i];
      overflow |= (a[i] ^ b[i]) & (a[i] ^ difference);
      a[i] = difference;
    }
    return overflow >>> 63;
  }

  @Override
  public boolean multiplyLongsChecked(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    long[] a = scratch.left;
    long[] b = scratch.right;
    long overflow = 0;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readLongs(left, leftOffset + at, rows, a);
      ScratchArrays.readLongs(right, rightOffset + at, rows, b);
      for (int row = 0; row < rows; row += BLOCK) {
        overflow |= multiplyChecked(a, b, row, Math.min(row + BLOCK, rows));
      }
      ScratchArrays.write(a, rows, target, at);
    }
    return overflow != 0;
  }

  private static long multiplyChecked(long[] a, long[] b, int from, int end) {
    long overflow = 0;
    for (int i = from; i < end; i++) {
      long product = a[i] * b[i];
      overflow |= Math.multiplyHigh(a[i], b[i]) ^ (product >> 63);
      a[i] = product;
    }
    return overflow;
  }

  @Override
  public void multiplyCodes(
      MemorySegment left,
      long leftOffset,
      int leftWidth,
      long leftBase,
      long leftMultiplier,
      MemorySegment right,
      long rightOffset,
      int rightWidth,
      long rightBase,
      long rightMultiplier,
      boolean unsignedInts,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    long[] a = scratch.left;
    long[] b = scratch.right;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long leftAt = leftOffset + (long) first * leftWidth;
      scratch.read(left, leftAt, leftWidth, leftBase, leftMultiplier, rows, a);
      long rightAt = rightOffset + (long) first * rightWidth;
      scratch.read(right, rightAt, rightWidth, rightBase, rightMultiplier, rows, b);
      for (int row = 0; row < rows; row += BLOCK) {
        multiply(a, b, row, Math.min(row + BLOCK, rows));
      }
      ScratchArrays.write(a, rows, target, (long) first << 3);
    }
  }

  @Override
  public boolean anyOutside(MemorySegment longs, long offset, int count, long low, long high) {
    long[] values = ScratchArrays.ofThread().left;
    boolean outside = false;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      ScratchArrays.readLongs(longs, offset + ((long) first << 3), rows, values);
      for (int row = 0; row < rows; row += BLOCK) {
        outside |= anyOutside(values, row, Math.min(row + BLOCK, rows), low, high);
      }
    }
    return outside;
  }

  private static boolean anyOutside(long[] values, int from, int end, long low, long high) {
    boolean outside = false;
    for (int i = from; i < end; i++) {
      outside |= values[i] < low | values[i] > high;
    }
    return outside;
  }

  @Override
  public void addDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    double[] a = scratch.leftDoubles;
    double[] b = scratch.rightDoubles;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readDoubles(left, leftOffset + at, rows, a);
      ScratchArrays.readDoubles(right, rightOffset + at, rows, b);
      for (int row = 0; row < rows; row += BLOCK) {
        add(a, b, row, Math.min(row + BLOCK, rows));
      }
      ScratchArrays.write(a, rows, target, at);
    }
  }

  private static void add(double[] a, double[] b, int from, int end) {
    for (int i = from; i < end; i++) {
      a[i] += b[i];
    }
  }

  @Override
  public void subtractDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    double[] a = scratch.leftDoubles;
    double[] b = scratch.rightDoubles;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readDoubles(left, leftOffset + at, rows, a);
      ScratchArrays.readDoubles(right, rightOffset + at, rows, b);
      for (int row = 0; row < rows; row += BLOCK) {
        subtract(a, b, row, Math.min(row + BLOCK, rows));
      }
      ScratchArrays.write(a, rows, target, at);
    }
  }

  private static void subtract(double[] a, double[] b, int from, int end) {
    for (int i = from; i < end; i++) {
      a[i] -= b[i];
    }
  }

  @Override
  public void multiplyDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    double[] a = scratch.leftDoubles;
    double[] b = scratch.rightDoubles;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readDoubles(left, leftOffset + at, rows, a);
      ScratchArrays.readDoubles(right, rightOffset + at, rows, b);
      for (int row = 0; row < rows; row += BLOCK) {
        multiply(a, b, row, Math.min(row + BLOCK, rows));
      }
      ScratchArrays.write(a, rows, target, at);
    }
  }

  private static void multiply(double[] a, double[] b, int from, int end) {
    for (int i = from; i < end; i++) {
      a[i] *= b[i];
    }
  }

  @Override
  public boolean divideDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    double[] a = scratch.leftDoubles;
    double[] b = scratch.rightDoubles;
    boolean zero = false;
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readDoubles(left, leftOffset + at, rows, a);
      ScratchArrays.readDoubles(right, rightOffset + at, rows, b);
      for (int row = 0; row < rows; row += BLOCK) {
        zero |= divideChecked(a, b, row, Math.min(row + BLOCK, rows));
      }
      ScratchArrays.write(a, rows, target, at);
    }
    return zero;
  }

  private static boolean divideChecked(double[] a, double[] b, int from, int end) {
    boolean zero = false;
    for (int i = from; i < end; i++) {
      zero |= b[i] == 0;
      a[i] /= b[i];
    }
    return zero;
  }

  @Override
  public void blendLongs(
      MemorySegment mask,
      MemorySegment source,
      long sourceOffset,
      int count,
      MemorySegment target) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      if ((mask.get(JAVA_LONG, (long) (i >>> 6) << 3) >>> i & 1) != 0) {
        target.set(JAVA_LONG, at, source.get(JAVA_LONG_UNALIGNED, sourceOffset + at));
      }
    }
  }

  @Override
  public void blendLong(MemorySegment mask, long value, int count, MemorySegment target) {
    for (int i = 0; i < count; i++) {
      if ((mask.get(JAVA_LONG, (long) (i >>> 6) << 3) >>> i & 1) != 0) {
        target.set(JAVA_LONG, (long) i << 3, value);
      }
    }
  }

  @Override
  public void blendByte(MemorySegment mask, byte value, int count, MemorySegment target) {
    for (int i = 0; i < count; i++) {
      if ((mask.get(JAVA_LONG, (long) (i >>> 6) << 3) >>> i & 1) != 0) {
        target.set(JAVA_BYTE, i, value);
      }
    }
  }
}
