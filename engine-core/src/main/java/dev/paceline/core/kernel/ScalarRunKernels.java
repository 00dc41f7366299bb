package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** Plain loops over arrays; the reference for the SIMD twin. */
public class ScalarRunKernels extends RunKernels {
  @Override
  public int find(MemorySegment codes, long offset, int width, int rows, MemorySegment lastRows) {
    lastRows.set(JAVA_INT, 0, -1);
    int runs = findFrom(codes, offset, width, 0, rows, lastRows, 1);
    lastRows.set(JAVA_INT, (long) runs << 2, rows - 1);
    return runs;
  }

  /**
   * Finds where runs end among the rows [from, rows - 1): the last row ends the last run anyway.
   *
   * @param run that the first of them is in
   * @return the run that the last row is in
   */
  protected static int findFrom(
      MemorySegment codes,
      long offset,
      int width,
      int from,
      int rows,
      MemorySegment lastRows,
      int run) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    int count = rows - from;
    long at = offset + (long) width * from;
    int[] ends = scratch.moreInts;
    int found =
        switch (width) {
          case 1 -> {
            scratch.readBytes(codes, at, count);
            yield find(scratch.bytes, count, from, ends);
          }
          case 2 -> {
            scratch.readShorts(codes, at, count);
            yield find(scratch.shorts, count, from, ends);
          }
          case 4 -> {
            scratch.readInts(codes, at, count);
            yield find(scratch.ints, count, from, ends);
          }
          default -> {
            ScratchArrays.readLongs(codes, at, count, scratch.left);
            yield find(scratch.left, count, from, ends);
          }
        };
    ScratchArrays.write(ends, found, lastRows, (long) run << 2);
    return run + found;
  }

  // One loop a width: they write the rows that differ from the next one, and return how many do.
  // Each row overwrites its run's last row: no branch that a run's end, which comes as it likes,
  // would have mispredicted.

  private static int find(byte[] codes, int count, int first, int[] ends) {
    byte code = codes[0];
    int found = 0;
    for (int i = 1; i < count; i++) {
      byte next = codes[i];
      ends[found] = first + i - 1;
      found += code == next ? 0 : 1;
      code = next;
    }
    return found;
  }

  private static int find(short[] codes, int count, int first, int[] ends) {
    short code = codes[0];
    int found = 0;
    for (int i = 1; i < count; i++) {
      short next = codes[i];
      ends[found] = first + i - 1;
      found += code == next ? 0 : 1;
      code = next;
    }
    return found;
  }

  private static int find(int[] codes, int count, int first, int[] ends) {
    int code = codes[0];
    int found = 0;
    for (int i = 1; i < count; i++) {
      int next = codes[i];
      ends[found] = first + i - 1;
      found += code == next ? 0 : 1;
      code = next;
    }
    return found;
  }

  private static int find(long[] codes, int count, int first, int[] ends) {
    long code = codes[0];
    int found = 0;
    for (int i = 1; i < count; i++) {
      long next = codes[i];
      ends[found] = first + i - 1;
      found += code == next ? 0 : 1;
      code = next;
    }
    return found;
  }

  @Override
  public void add(
      MemorySegment codes,
      long offset,
      int width,
      long base,
      long multiplier,
      int rows,
      MemorySegment lastRows,
      int runs,
      MemorySegment sums,
      MemorySegment state) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    scratch.read(codes, offset, width, base, multiplier, rows, scratch.left);
    scratch.readInts(lastRows, JAVA_INT.byteSize(), runs);
    ScratchArrays.readLongs(state, JAVA_LONG.byteSize(), runs, scratch.right);
    addUp(scratch.left, rows);
    addDifferences(scratch.left, scratch.ints, runs, scratch.right);
    ScratchArrays.write(scratch.right, runs, state, JAVA_LONG.byteSize());
  }

  /** Makes each value the sum of all to there. */
  private static void addUp(long[] values, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[i];
      values[i] = sum;
    }
  }

  private static void addDifferences(long[] sums, int[] lastRows, int runs, long[] state) {
    long before = 0;
    for (int i = 0; i < runs; i++) {
      long sum = sums[lastRows[i]];
      state[i] += sum - before;
      before = sum;
    }
  }

  @Override
  public void count(MemorySegment lastRows, int runs, MemorySegment state) {
    int before = -1;
    for (int run = 1; run <= runs; run++) {
      int last = lastRows.get(JAVA_INT, (long) run << 2);
      long at = (long) run << 2;
      state.set(JAVA_INT, at, state.get(JAVA_INT, at) + (last - before));
      before = last;
    }
  }

  @Override
  public void number(MemorySegment lastRows, int runs, MemorySegment ids) {
    ScratchArrays scratch = ScratchArrays.ofThread();
    scratch.readInts(lastRows, JAVA_INT.byteSize(), runs);
    number(scratch.ints, runs, scratch.moreInts);
    ScratchArrays.write(scratch.moreInts, scratch.ints[runs - 1] + 1, ids, 0);
  }

  private static void number(int[] lastRows, int runs, int[] numbers) {
    int row = 0;
    for (int run = 1; run <= runs; run++) {
      for (int last = lastRows[run - 1]; row <= last; row++) {
        numbers[row] = run;
      }
    }
  }
}
