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
   * Numbers runs of equal codes from 1.
   *
   * @param width bytes a code: 1, 2, 4 or 8
   * @param rows at least 1
   * @param ids gets the number of its run for each row, 32 bits
   * @param lastRows gets the last row of each run, 32 bits at the number of the run
   * @return the number of runs
   */
  public static int numberRuns(
      MemorySegment codes,
      long offset,
      int width,
      int rows,
      MemorySegment ids,
      MemorySegment lastRows) {
    return switch (width) {
      case 1 -> numberByteRuns(codes, offset, rows, ids, lastRows);
      case 2 -> numberShortRuns(codes, offset, rows, ids, lastRows);
      case 4 -> numberIntRuns(codes, offset, rows, ids, lastRows);
      default -> numberLongRuns(codes, offset, rows, ids, lastRows);
    };
  }

  // One loop a width. Each row overwrites its run's last row: no branch that a run's end, which
  // comes as it likes, would have mispredicted.

  private static int numberByteRuns(
      MemorySegment codes, long offset, int rows, MemorySegment ids, MemorySegment lastRows) {
    byte previous = codes.get(JAVA_BYTE, offset);
    int run = 1;
    for (int i = 0; i < rows; i++) {
      byte code = codes.get(JAVA_BYTE, offset + i);
      run += code == previous ? 0 : 1;
      previous = code;
      ids.set(JAVA_INT, (long) i << 2, run);
      lastRows.set(JAVA_INT, (long) run << 2, i);
    }
    return run;
  }

  private static int numberShortRuns(
      MemorySegment codes, long offset, int rows, MemorySegment ids, MemorySegment lastRows) {
    short previous = codes.get(JAVA_SHORT_UNALIGNED, offset);
    int run = 1;
    for (int i = 0; i < rows; i++) {
      short code = codes.get(JAVA_SHORT_UNALIGNED, offset + ((long) i << 1));
      run += code == previous ? 0 : 1;
      previous = code;
      ids.set(JAVA_INT, (long) i << 2, run);
      lastRows.set(JAVA_INT, (long) run << 2, i);
    }
    return run;
  }

  private static int numberIntRuns(
      MemorySegment codes, long offset, int rows, MemorySegment ids, MemorySegment lastRows) {
    int previous = codes.get(JAVA_INT_UNALIGNED, offset);
    int run = 1;
    for (int i = 0; i < rows; i++) {
      int code = codes.get(JAVA_INT_UNALIGNED, offset + ((long) i << 2));
      run += code == previous ? 0 : 1;
      previous = code;
      ids.set(JAVA_INT, (long) i << 2, run);
      lastRows.set(JAVA_INT, (long) run << 2, i);
    }
    return run;
  }

  private static int numberLongRuns(
      MemorySegment codes, long offset, int rows, MemorySegment ids, MemorySegment lastRows) {
    long previous = codes.get(JAVA_LONG_UNALIGNED, offset);
    int run = 1;
    for (int i = 0; i < rows; i++) {
      long code = codes.get(JAVA_LONG_UNALIGNED, offset + ((long) i << 3));
      run += code == previous ? 0 : 1;
      previous = code;
      ids.set(JAVA_INT, (long) i << 2, run);
      lastRows.set(JAVA_INT, (long) run << 2, i);
    }
    return run;
  }

  public static void count(MemorySegment ids, int rows, MemorySegment state) {
    for (int i = 0; i < rows; i++) {
      long at = (long) ids.get(JAVA_INT, (long) i << 2) << 3;
      state.set(JAVA_LONG, at, state.get(JAVA_LONG, at) + 1);
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
