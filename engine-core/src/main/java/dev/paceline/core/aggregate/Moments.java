package dev.paceline.core.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

/**
 * Sums over numbers, or over pairs of numbers, from which several aggregate functions are computed.
 * A state consists of a fixed number of doubles. All are 0 before the first row, and the first
 * double counts the rows. Thread-safe; the states belong to their caller.
 */
public abstract sealed class Moments permits LogMoments, PairMoments, PowerMoments, ProductMoments {
  /** Numbers as one worker reads them: doubles, each to be divided by a unit. */
  public record Numbers(MemorySegment doubles, long offset, double unit) {}

  private final int arguments;
  private final int bytes;

  Moments(int arguments, int doubles) {
    this.arguments = arguments;
    this.bytes = doubles * Double.BYTES;
  }

  /** Returns how many numbers there are in a row: 1 or 2. */
  public final int arguments() {
    return arguments;
  }

  /** Returns the size of a state. */
  public final int bytes() {
    return bytes;
  }

  /** Returns the number of rows of a state. */
  public static double count(MemorySegment states, long at) {
    return states.get(JAVA_DOUBLE, at);
  }

  /** Returns whether a state has met values that are no numbers, or infinite ones. */
  final boolean isUndefined(MemorySegment states, long at) {
    for (long place = at; place < at + bytes; place += Double.BYTES) {
      if (Double.isNaN(states.get(JAVA_DOUBLE, place))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds a row to the state at an offset.
   *
   * @param second ignored if there is one argument
   */
  public abstract void add(MemorySegment states, long at, double first, double second);

  /**
   * Adds a row to each of some states.
   *
   * @param groups the 32-bit number of the state of each row
   * @param second equal to the first if there is one argument
   */
  public abstract void addRows(
      MemorySegment states, MemorySegment groups, int rows, Numbers first, Numbers second);

  /** Adds the rows of another state. */
  public abstract void merge(MemorySegment states, long at, MemorySegment others, long otherAt);
}
