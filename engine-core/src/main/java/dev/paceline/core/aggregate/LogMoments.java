package dev.paceline.core.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/** Positive numbers: their count, and the sum of their logarithms. */
public final class LogMoments extends Moments {
  static final LogMoments INSTANCE = new LogMoments();

  private static final int LOGARITHMS = 8;

  private LogMoments() {
    super(1, 2);
  }

  @Override
  public void add(MemorySegment states, long at, double first, double second) {
    addLogarithms(states, at, 1, Math.log(first));
  }

  @Override
  public void addRows(
      MemorySegment states, MemorySegment groups, int rows, Numbers first, Numbers second) {
    for (int i = 0; i < rows; i++) {
      double number =
          first.doubles().get(JAVA_DOUBLE_UNALIGNED, first.offset() + ((long) i << 3))
              / first.unit();
      addLogarithms(
          states, (long) bytes() * groups.get(JAVA_INT, (long) i << 2), 1, Math.log(number));
    }
  }

  @Override
  public void merge(MemorySegment states, long at, MemorySegment others, long otherAt) {
    addLogarithms(states, at, others.get(JAVA_DOUBLE, otherAt), logarithms(others, otherAt));
  }

  private static void addLogarithms(MemorySegment states, long at, double rows, double logarithms) {
    states.set(JAVA_DOUBLE, at, states.get(JAVA_DOUBLE, at) + rows);
    states.set(JAVA_DOUBLE, at + LOGARITHMS, logarithms(states, at) + logarithms);
  }

  static double logarithms(MemorySegment states, long at) {
    return states.get(JAVA_DOUBLE, at + LOGARITHMS);
  }
}
