package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Updates of columnar group states: state[ids[i]] op= values[i] for every row. Ids are 32-bit group
 * numbers; values and states are aligned longs. Only native segments.
 */
public final class GroupKernels {
  private GroupKernels() {}

  /**
   * Finds the runs of equal codes.
   *
   * @param width bytes a code: 1, 2, 4 or 8
   * @param rows at least 1
   * @param lastRows gets the last row of each run, 32 bits at the number of the run, which counts
   *     from 1
   * @return the number of runs
   */
  public static int findRuns(
      MemorySegment codes, long offset, int width, int rows, MemorySegment lastRows) {
    int last =
        switch (width) {
          case 1 -> findByteRuns(codes, offset, rows, lastRows);
          case 2 -> findShortRuns(codes, offset, rows, lastRows);
          case 4 -> findIntRuns(codes, offset, rows, lastRows);
          default -> findLongRuns(codes, offset, rows, lastRows);
        };
    lastRows.set(JAVA_INT, (long) last << 2, rows - 1);
    return last;
  }

  // One loop a width. Each row overwrites its run's last row: no branch that a run's end, which
  // comes as it likes, would have mispredicted.

  private static int findByteRuns(
      MemorySegment codes, long offset, int rows, MemorySegment lastRows) {
    byte previous = codes.get(JAVA_BYTE, offset);
    int run = 1;
    for (int i = 1; i < rows; i++) {
      byte code = codes.get(JAVA_BYTE, offset + i);
      lastRows.set(JAVA_INT, (long) run << 2, i - 1);
      run += code == previous ? 0 : 1;
      previous = code;
    }
    return run;
  }

  private static int findShortRuns(
      MemorySegment codes, long offset, int rows, MemorySegment lastRows) {
    short previous = codes.get(JAVA_SHORT_UNALIGNED, offset);
    int run = 1;
    for (int i = 1; i < rows; i++) {
      short code = codes.get(JAVA_SHORT_UNALIGNED, offset + ((long) i << 1));
      lastRows.set(JAVA_INT, (long) run << 2, i - 1);
      run += code == previous ? 0 : 1;
      previous = code;
    }
    return run;
  }

  private static int findIntRuns(
      MemorySegment codes, long offset, int rows, MemorySegment lastRows) {
    int previous = codes.get(JAVA_INT_UNALIGNED, offset);
    int run = 1;
    for (int i = 1; i < rows; i++) {
      int code = codes.get(JAVA_INT_UNALIGNED, offset + ((long) i << 2));
      lastRows.set(JAVA_INT, (long) run << 2, i - 1);
      run += code == previous ? 0 : 1;
      previous = code;
    }
    return run;
  }

  private static int findLongRuns(
      MemorySegment codes, long offset, int rows, MemorySegment lastRows) {
    long previous = codes.get(JAVA_LONG_UNALIGNED, offset);
    int run = 1;
    for (int i = 1; i < rows; i++) {
      long code = codes.get(JAVA_LONG_UNALIGNED, offset + ((long) i << 3));
      lastRows.set(JAVA_INT, (long) run << 2, i - 1);
      run += code == previous ? 0 : 1;
      previous = code;
    }
    return run;
  }

  /** Gives each row the number of its run. */
  public static void numberRuns(MemorySegment lastRows, int runs, MemorySegment ids) {
    int row = 0;
    for (int run = 1; run <= runs; run++) {
      for (int last = lastRows.get(JAVA_INT, (long) run << 2); row <= last; row++) {
        ids.set(JAVA_INT, (long) row << 2, run);
      }
    }
  }

  /** Adds the rows of each run to its state, a count of 4 bytes. */
  public static void countRuns(MemorySegment lastRows, int runs, MemorySegment state) {
    int before = -1;
    for (int run = 1; run <= runs; run++) {
      int last = lastRows.get(JAVA_INT, (long) run << 2);
      long at = (long) run << 2;
      state.set(JAVA_INT, at, state.get(JAVA_INT, at) + (last - before));
      before = last;
    }
  }

  /**
   * Adds the values of each run to its state: the difference of two of the sums of all rows so far,
   * so that it does not matter how long runs are. Sums are modulo 2⁶⁴.
   *
   * @param width bytes a code: 1, 2 or 4 (unsigned), or 8
   * @param base value = base + multiplier × code
   * @param sums scratch for a long a row
   */
  public static void addRuns(
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
    switch (width) {
      case 1 -> addUpBytes(codes, offset, rows, sums);
      case 2 -> addUpShorts(codes, offset, rows, sums);
      case 4 -> addUpInts(codes, offset, rows, sums);
      default -> addUpLongs(codes, offset, rows, sums);
    }
    int before = -1;
    long sumBefore = 0;
    for (int run = 1; run <= runs; run++) {
      int last = lastRows.get(JAVA_INT, (long) run << 2);
      long sum = sums.get(JAVA_LONG, (long) last << 3);
      long at = (long) run << 3;
      long added = base * (last - before) + multiplier * (sum - sumBefore);
      state.set(JAVA_LONG, at, state.get(JAVA_LONG, at) + added);
      before = last;
      sumBefore = sum;
    }
  }

  private static void addUpBytes(MemorySegment codes, long offset, int rows, MemorySegment sums) {
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += codes.get(JAVA_BYTE, offset + i) & 0xff;
      sums.set(JAVA_LONG, (long) i << 3, sum);
    }
  }

  private static void addUpShorts(MemorySegment codes, long offset, int rows, MemorySegment sums) {
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += codes.get(JAVA_SHORT_UNALIGNED, offset + ((long) i << 1)) & 0xffff;
      sums.set(JAVA_LONG, (long) i << 3, sum);
    }
  }

  private static void addUpInts(MemorySegment codes, long offset, int rows, MemorySegment sums) {
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += codes.get(JAVA_INT_UNALIGNED, offset + ((long) i << 2)) & 0xffff_ffffL;
      sums.set(JAVA_LONG, (long) i << 3, sum);
    }
  }

  private static void addUpLongs(MemorySegment codes, long offset, int rows, MemorySegment sums) {
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += codes.get(JAVA_LONG_UNALIGNED, offset + ((long) i << 3));
      sums.set(JAVA_LONG, (long) i << 3, sum);
    }
  }

  /** Adds each row to its group's state, a count of 4 bytes. */
  public static void count(MemorySegment ids, int rows, MemorySegment state) {
    for (int i = 0; i < rows; i++) {
      long at = (long) ids.get(JAVA_INT, (long) i << 2) << 2;
      state.set(JAVA_INT, at, state.get(JAVA_INT, at) + 1);
    }
  }

  public static void add(MemorySegment ids, MemorySegment values, int rows, MemorySegment state) {
    for (int i = 0; i < rows; i++) {
      long at = (long) ids.get(JAVA_INT, (long) i << 2) << 3;
      long value = values.get(JAVA_LONG, (long) i << 3);
      state.set(JAVA_LONG, at, state.get(JAVA_LONG, at) + value);
    }
  }

  /** Adds to sums of 128 bits, low word first. */
  public static void addTo128(
      MemorySegment ids, MemorySegment values, int rows, MemorySegment state) {
    for (int i = 0; i < rows; i++) {
      long at = (long) ids.get(JAVA_INT, (long) i << 2) << 4;
      long value = values.get(JAVA_LONG, (long) i << 3);
      long low = state.get(JAVA_LONG, at);
      long sum = low + value;
      long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
      state.set(JAVA_LONG, at, sum);
      state.set(JAVA_LONG, at + 8, state.get(JAVA_LONG, at + 8) + (value >> 63) + carry);
    }
  }

  public static void min(MemorySegment ids, MemorySegment values, int rows, MemorySegment state) {
    for (int i = 0; i < rows; i++) {
      long at = (long) ids.get(JAVA_INT, (long) i << 2) << 3;
      long value = values.get(JAVA_LONG, (long) i << 3);
      state.set(JAVA_LONG, at, Math.min(state.get(JAVA_LONG, at), value));
    }
  }

  public static void max(MemorySegment ids, MemorySegment values, int rows, MemorySegment state) {
    for (int i = 0; i < rows; i++) {
      long at = (long) ids.get(JAVA_INT, (long) i << 2) << 3;
      long value = values.get(JAVA_LONG, (long) i << 3);
      state.set(JAVA_LONG, at, Math.max(state.get(JAVA_LONG, at), value));
    }
  }

  public static void and(MemorySegment ids, MemorySegment values, int rows, MemorySegment state) {
    for (int i = 0; i < rows; i++) {
      long at = (long) ids.get(JAVA_INT, (long) i << 2) << 3;
      long value = values.get(JAVA_LONG, (long) i << 3);
      state.set(JAVA_LONG, at, state.get(JAVA_LONG, at) & value);
    }
  }

  public static void or(MemorySegment ids, MemorySegment values, int rows, MemorySegment state) {
    for (int i = 0; i < rows; i++) {
      long at = (long) ids.get(JAVA_INT, (long) i << 2) << 3;
      long value = values.get(JAVA_LONG, (long) i << 3);
      state.set(JAVA_LONG, at, state.get(JAVA_LONG, at) | value);
    }
  }

  public static void xor(MemorySegment ids, MemorySegment values, int rows, MemorySegment state) {
    for (int i = 0; i < rows; i++) {
      long at = (long) ids.get(JAVA_INT, (long) i << 2) << 3;
      long value = values.get(JAVA_LONG, (long) i << 3);
      state.set(JAVA_LONG, at, state.get(JAVA_LONG, at) ^ value);
    }
  }

  /** The last value of a group stays. */
  public static void put(MemorySegment ids, MemorySegment values, int rows, MemorySegment state) {
    for (int i = 0; i < rows; i++) {
      long at = (long) ids.get(JAVA_INT, (long) i << 2) << 3;
      state.set(JAVA_LONG, at, values.get(JAVA_LONG, (long) i << 3));
    }
  }
}
