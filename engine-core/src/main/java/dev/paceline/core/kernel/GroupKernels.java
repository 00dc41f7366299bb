package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * Updates of columnar group states: state[ids[i]] op= values[i] for every row. Ids are 32-bit group
 * numbers; values and states are aligned longs. Only native segments.
 */
public final class GroupKernels {
  private GroupKernels() {}

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
