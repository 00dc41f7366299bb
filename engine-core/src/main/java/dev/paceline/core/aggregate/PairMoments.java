package dev.paceline.core.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/**
 * Pairs (y, x): their number, the means, and the sums of the products of the distances from the
 * means. Rows are added as Welford does (1962), states as Chan, Golub and LeVeque do (1979), so
 * that values far from zero lose no digits.
 */
public final class PairMoments extends Moments {
  static final PairMoments INSTANCE = new PairMoments();

  private static final int MEAN_Y = 8;
  private static final int MEAN_X = 16;
  private static final int YY = 24;
  private static final int XX = 32;
  private static final int XY = 40;

  private PairMoments() {
    super(2, 6);
  }

  @Override
  public void add(MemorySegment states, long at, double first, double second) {
    double count = states.get(JAVA_DOUBLE, at) + 1;
    double fromMeanY = first - states.get(JAVA_DOUBLE, at + MEAN_Y);
    double fromMeanX = second - states.get(JAVA_DOUBLE, at + MEAN_X);
    double meanX = states.get(JAVA_DOUBLE, at + MEAN_X) + fromMeanX / count;
    double meanY = states.get(JAVA_DOUBLE, at + MEAN_Y) + fromMeanY / count;
    states.set(JAVA_DOUBLE, at, count);
    states.set(JAVA_DOUBLE, at + MEAN_Y, meanY);
    states.set(JAVA_DOUBLE, at + MEAN_X, meanX);
    increase(states, at + YY, fromMeanY * (first - meanY));
    increase(states, at + XX, fromMeanX * (second - meanX));
    increase(states, at + XY, fromMeanY * (second - meanX));
  }

  @Override
  public void addRows(
      MemorySegment states, MemorySegment groups, int rows, Numbers first, Numbers second) {
    for (int i = 0; i < rows; i++) {
      long lane = (long) i << 3;
      add(
          states,
          (long) bytes() * groups.get(JAVA_INT, (long) i << 2),
          first.doubles().get(JAVA_DOUBLE_UNALIGNED, first.offset() + lane) / first.unit(),
          second.doubles().get(JAVA_DOUBLE_UNALIGNED, second.offset() + lane) / second.unit());
    }
  }

  @Override
  public void merge(MemorySegment states, long at, MemorySegment others, long otherAt) {
    double more = others.get(JAVA_DOUBLE, otherAt);
    if (more == 0) {
      return;
    }
    double before = states.get(JAVA_DOUBLE, at);
    double count = before + more;
    double share = more / count;
    double differenceY = meanY(others, otherAt) - meanY(states, at);
    double differenceX = meanX(others, otherAt) - meanX(states, at);
    states.set(JAVA_DOUBLE, at, count);
    increase(states, at + MEAN_Y, differenceY * share);
    increase(states, at + MEAN_X, differenceX * share);
    increase(states, at + YY, yy(others, otherAt) + differenceY * differenceY * before * share);
    increase(states, at + XX, xx(others, otherAt) + differenceX * differenceX * before * share);
    increase(states, at + XY, xy(others, otherAt) + differenceY * differenceX * before * share);
  }

  private static void increase(MemorySegment states, long at, double by) {
    states.set(JAVA_DOUBLE, at, states.get(JAVA_DOUBLE, at) + by);
  }

  static double meanY(MemorySegment states, long at) {
    return states.get(JAVA_DOUBLE, at + MEAN_Y);
  }

  static double meanX(MemorySegment states, long at) {
    return states.get(JAVA_DOUBLE, at + MEAN_X);
  }

  /** Returns the sum of the squared distances from the mean of y. */
  static double yy(MemorySegment states, long at) {
    return states.get(JAVA_DOUBLE, at + YY);
  }

  /** Returns the sum of the squared distances from the mean of x. */
  static double xx(MemorySegment states, long at) {
    return states.get(JAVA_DOUBLE, at + XX);
  }

  /** Returns the sum of the products of both distances. */
  static double xy(MemorySegment states, long at) {
    return states.get(JAVA_DOUBLE, at + XY);
  }
}
