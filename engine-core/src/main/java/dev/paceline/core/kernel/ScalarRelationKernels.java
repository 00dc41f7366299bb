package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** Plain loops over arrays, 64 rows a call, so that the JIT compiles them early. */
public class ScalarRelationKernels extends RelationKernels {
  @Override
  public void equalLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readLongs(left, leftOffset + at, rows, scratch.left);
      ScratchArrays.readLongs(right, rightOffset + at, rows, scratch.right);
      for (int row = 0; row < rows; row += 64) {
        long word = equal(scratch.left, scratch.right, row, Math.min(row + 64, rows));
        target.set(JAVA_LONG, (long) (first + row) >> 3, word);
      }
    }
  }

  private static long equal(long[] a, long[] b, int from, int end) {
    long word = 0;
    for (int i = from; i < end; i++) {
      word |= (a[i] == b[i] ? 1L : 0) << i;
    }
    return word;
  }

  @Override
  public void lessLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readLongs(left, leftOffset + at, rows, scratch.left);
      ScratchArrays.readLongs(right, rightOffset + at, rows, scratch.right);
      for (int row = 0; row < rows; row += 64) {
        long word = less(scratch.left, scratch.right, row, Math.min(row + 64, rows));
        target.set(JAVA_LONG, (long) (first + row) >> 3, word);
      }
    }
  }

  private static long less(long[] a, long[] b, int from, int end) {
    long word = 0;
    for (int i = from; i < end; i++) {
      word |= (a[i] < b[i] ? 1L : 0) << i;
    }
    return word;
  }

  @Override
  public void equalDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readDoubles(left, leftOffset + at, rows, scratch.leftDoubles);
      ScratchArrays.readDoubles(right, rightOffset + at, rows, scratch.rightDoubles);
      for (int row = 0; row < rows; row += 64) {
        long word = equal(scratch.leftDoubles, scratch.rightDoubles, row, Math.min(row + 64, rows));
        target.set(JAVA_LONG, (long) (first + row) >> 3, word);
      }
    }
  }

  private static long equal(double[] a, double[] b, int from, int end) {
    long word = 0;
    for (int i = from; i < end; i++) {
      word |= (a[i] == b[i] || Double.isNaN(a[i]) && Double.isNaN(b[i]) ? 1L : 0) << i;
    }
    return word;
  }

  @Override
  public void lessDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      long at = (long) first << 3;
      ScratchArrays.readDoubles(left, leftOffset + at, rows, scratch.leftDoubles);
      ScratchArrays.readDoubles(right, rightOffset + at, rows, scratch.rightDoubles);
      for (int row = 0; row < rows; row += 64) {
        long word = less(scratch.leftDoubles, scratch.rightDoubles, row, Math.min(row + 64, rows));
        target.set(JAVA_LONG, (long) (first + row) >> 3, word);
      }
    }
  }

  private static long less(double[] a, double[] b, int from, int end) {
    long word = 0;
    for (int i = from; i < end; i++) {
      word |= (a[i] < b[i] || !Double.isNaN(a[i]) && Double.isNaN(b[i]) ? 1L : 0) << i;
    }
    return word;
  }

  @Override
  public void inRange(
      MemorySegment source,
      long offset,
      int width,
      long low,
      long high,
      int count,
      MemorySegment target) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    for (int first = 0; first < count; first += ScratchArrays.LANES) {
      int rows = Math.min(ScratchArrays.LANES, count - first);
      scratch.read(source, offset + (long) first * width, width, 0, 1, rows, scratch.left);
      for (int row = 0; row < rows; row += 64) {
        long word = inRange(scratch.left, row, Math.min(row + 64, rows), low, high);
        target.set(JAVA_LONG, (long) (first + row) >> 3, word);
      }
    }
  }

  private static long inRange(long[] lanes, int from, int end, long low, long high) {
    long word = 0;
    for (int i = from; i < end; i++) {
      word |= (lanes[i] >= low && lanes[i] <= high ? 1L : 0) << i;
    }
    return word;
  }
}
