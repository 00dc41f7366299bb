package dev.paceline.core.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/**
 * The count and the mean of numbers, and the sums of the second, third and fourth powers of their
 * distances from the mean. Source: Pébay, "Formulas for Robust, One-Pass Parallel Computation of
 * Covariances and Arbitrary-Order Statistical Moments", 2008.
 */
public final class PowerMoments extends Moments {
  static final PowerMoments INSTANCE = new PowerMoments();

  private static final int MEAN = 8;
  private static final int SECOND = 16;
  private static final int THIRD = 24;
  private static final int FOURTH = 32;

  private PowerMoments() {
    super(1, 5);
  }

  @Override
  public void add(MemorySegment states, long at, double first, double second) {
    combine(states, at, 1, first, 0, 0, 0);
  }

  @Override
  public void addRows(
      MemorySegment states, MemorySegment groups, int rows, Numbers first, Numbers second) {
    for (int i = 0; i < rows; i++) {
      double number =
          first.doubles().get(JAVA_DOUBLE_UNALIGNED, first.offset() + ((long) i << 3))
              / first.unit();
      long at = (long) bytes() * groups.get(JAVA_INT, (long) i << 2);
      combine(states, at, 1, number, 0, 0, 0);
    }
  }

  @Override
  public void merge(MemorySegment states, long at, MemorySegment others, long otherAt) {
    double more = others.get(JAVA_DOUBLE, otherAt);
    if (more > 0) {
      combine(
          states,
          at,
          more,
          others.get(JAVA_DOUBLE, otherAt + MEAN),
          second(others, otherAt),
          third(others, otherAt),
          fourth(others, otherAt));
    }
  }

  private static void combine(
      MemorySegment states,
      long at,
      double more,
      double mean,
      double otherSecond,
      double otherThird,
      double otherFourth) {
    double before = states.get(JAVA_DOUBLE, at);
    double meanBefore = states.get(JAVA_DOUBLE, at + MEAN);
    double second = second(states, at);
    double third = third(states, at);
    double count = before + more;
    double difference = mean - meanBefore;
    double share = difference / count;
    double product = before * more * difference * share;
    states.set(JAVA_DOUBLE, at, count);
    states.set(JAVA_DOUBLE, at + MEAN, meanBefore + more * share);
    states.set(JAVA_DOUBLE, at + SECOND, second + otherSecond + product);
    states.set(
        JAVA_DOUBLE,
        at + THIRD,
        third
            + otherThird
            + product * share * (before - more)
            + 3 * share * (before * otherSecond - more * second));
    states.set(
        JAVA_DOUBLE,
        at + FOURTH,
        fourth(states, at)
            + otherFourth
            + product * share * share * (before * before - before * more + more * more)
            + 6 * share * share * (before * before * otherSecond + more * more * second)
            + 4 * share * (before * otherThird - more * third));
  }

  static double second(MemorySegment states, long at) {
    return states.get(JAVA_DOUBLE, at + SECOND);
  }

  static double third(MemorySegment states, long at) {
    return states.get(JAVA_DOUBLE, at + THIRD);
  }

  static double fourth(MemorySegment states, long at) {
    return states.get(JAVA_DOUBLE, at + FOURTH);
  }
}
