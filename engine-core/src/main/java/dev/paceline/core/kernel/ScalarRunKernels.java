package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Plain loops; the reference for the SIMD twin. */
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
    return switch (width) {
      case 1 -> findBytes(codes, offset, from, rows, lastRows, run);
      case 2 -> findShorts(codes, offset, from, rows, lastRows, run);
      case 4 -> findInts(codes, offset, from, rows, lastRows, run);
      default -> findLongs(codes, offset, from, rows, lastRows, run);
    };
  }

  // One loop a width. Each row overwrites its run's last row: no branch that a run's end, which
  // comes as it likes, would have mispredicted.

  private static int findBytes(
      MemorySegment codes, long offset, int from, int rows, MemorySegment lastRows, int first) {
    byte code = codes.get(JAVA_BYTE, offset + from);
    int run = first;
    for (int i = from; i < rows - 1; i++) {
      byte next = codes.get(JAVA_BYTE, offset + i + 1);
      lastRows.set(JAVA_INT, (long) run << 2, i);
      run += code == next ? 0 : 1;
      code = next;
    }
    return run;
  }

  private static int findShorts(
      MemorySegment codes, long offset, int from, int rows, MemorySegment lastRows, int first) {
    short code = codes.get(JAVA_SHORT_UNALIGNED, offset + ((long) from << 1));
    int run = first;
    for (int i = from; i < rows - 1; i++) {
      short next = codes.get(JAVA_SHORT_UNALIGNED, offset + ((long) (i + 1) << 1));
      lastRows.set(JAVA_INT, (long) run << 2, i);
      run += code == next ? 0 : 1;
      code = next;
    }
    return run;
  }

  private static int findInts(
      MemorySegment codes, long offset, int from, int rows, MemorySegment lastRows, int first) {
    int code = codes.get(JAVA_INT_UNALIGNED, offset + ((long) from << 2));
    int run = first;
    for (int i = from; i < rows - 1; i++) {
      int next = codes.get(JAVA_INT_UNALIGNED, offset + ((long) (i + 1) << 2));
      lastRows.set(JAVA_INT, (long) run << 2, i);
      run += code == next ? 0 : 1;
      code = next;
    }
    return run;
  }

  private static int findLongs(
      MemorySegment codes, long offset, int from, int rows, MemorySegment lastRows, int first) {
    long code = codes.get(JAVA_LONG_UNALIGNED, offset + ((long) from << 3));
    int run = first;
    for (int i = from; i < rows - 1; i++) {
      long next = codes.get(JAVA_LONG_UNALIGNED, offset + ((long) (i + 1) << 3));
      lastRows.set(JAVA_INT, (long) run << 2, i);
      run += code == next ? 0 : 1;
      code = next;
    }
    return run;
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
    addUp(codes, offset, width, 0, rows, sums);
    // Sum r - 1 is now that of all rows to the end of run r: its place has been read before.
    for (int run = 1; run <= runs; run++) {
      int last = lastRows.get(JAVA_INT, (long) run << 2);
      sums.set(JAVA_LONG, (long) (run - 1) << 3, sums.get(JAVA_LONG, (long) last << 3));
    }
    addFrom(1, base, multiplier, lastRows, runs, sums, state);
  }

  /** Adds what runs [from, runs] have; sum r - 1 is that of all rows to the end of run r. */
  protected void addFrom(
      int from,
      long base,
      long multiplier,
      MemorySegment lastRows,
      int runs,
      MemorySegment sums,
      MemorySegment state) {
    for (int run = from; run <= runs; run++) {
      int rows =
          lastRows.get(JAVA_INT, (long) run << 2) - lastRows.get(JAVA_INT, (long) (run - 1) << 2);
      long before = run == 1 ? 0 : sums.get(JAVA_LONG, (long) (run - 2) << 3);
      long sum = sums.get(JAVA_LONG, (long) (run - 1) << 3) - before;
      long at = (long) run << 3;
      state.set(JAVA_LONG, at, state.get(JAVA_LONG, at) + base * rows + multiplier * sum);
    }
  }

  /** Writes the sums of all codes so far for the rows [from, rows). */
  protected void addUp(
      MemorySegment codes, long offset, int width, int from, int rows, MemorySegment sums) {
    long sum = from == 0 ? 0 : sums.get(JAVA_LONG, (long) (from - 1) << 3);
    switch (width) {
      case 1 -> addUpBytes(codes, offset, from, rows, sum, sums);
      case 2 -> addUpShorts(codes, offset, from, rows, sum, sums);
      case 4 -> addUpInts(codes, offset, from, rows, sum, sums);
      default -> addUpLongs(codes, offset, from, rows, sum, sums);
    }
  }

  private static void addUpBytes(
      MemorySegment codes, long offset, int from, int rows, long before, MemorySegment sums) {
    long sum = before;
    for (int i = from; i < rows; i++) {
      sum += codes.get(JAVA_BYTE, offset + i) & 0xff;
      sums.set(JAVA_LONG, (long) i << 3, sum);
    }
  }

  private static void addUpShorts(
      MemorySegment codes, long offset, int from, int rows, long before, MemorySegment sums) {
    long sum = before;
    for (int i = from; i < rows; i++) {
      sum += codes.get(JAVA_SHORT_UNALIGNED, offset + ((long) i << 1)) & 0xffff;
      sums.set(JAVA_LONG, (long) i << 3, sum);
    }
  }

  private static void addUpInts(
      MemorySegment codes, long offset, int from, int rows, long before, MemorySegment sums) {
    long sum = before;
    for (int i = from; i < rows; i++) {
      sum += codes.get(JAVA_INT_UNALIGNED, offset + ((long) i << 2)) & 0xffff_ffffL;
      sums.set(JAVA_LONG, (long) i << 3, sum);
    }
  }

  private static void addUpLongs(
      MemorySegment codes, long offset, int from, int rows, long before, MemorySegment sums) {
    long sum = before;
    for (int i = from; i < rows; i++) {
      sum += codes.get(JAVA_LONG_UNALIGNED, offset + ((long) i << 3));
      sums.set(JAVA_LONG, (long) i << 3, sum);
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
    int row = 0;
    for (int run = 1; run <= runs; run++) {
      for (int last = lastRows.get(JAVA_INT, (long) run << 2); row <= last; row++) {
        ids.set(JAVA_INT, (long) row << 2, run);
      }
    }
  }
}
