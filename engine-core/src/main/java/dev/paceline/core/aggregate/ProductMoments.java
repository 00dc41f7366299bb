package dev.paceline.core.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/** Numbers: their count, and their product if there are any. */
public final class ProductMoments extends Moments {
  static final ProductMoments INSTANCE = new ProductMoments();

  private static final int PRODUCT = 8;

  private ProductMoments() {
    super(1, 2);
  }

  @Override
  public void add(MemorySegment states, long at, double first, double second) {
    multiply(states, at, 1, first);
  }

  @Override
  public void addRows(
      MemorySegment states, MemorySegment groups, int rows, Numbers first, Numbers second) {
    for (int i = 0; i < rows; i++) {
      double number =
          first.doubles().get(JAVA_DOUBLE_UNALIGNED, first.offset() + ((long) i << 3))
              / first.unit();
      multiply(states, (long) bytes() * groups.get(JAVA_INT, (long) i << 2), 1, number);
    }
  }

  @Override
  public void merge(MemorySegment states, long at, MemorySegment others, long otherAt) {
    double more = others.get(JAVA_DOUBLE, otherAt);
    if (more > 0) {
      multiply(states, at, more, product(others, otherAt));
    }
  }

  private static void multiply(MemorySegment states, long at, double more, double factor) {
    double before = states.get(JAVA_DOUBLE, at);
    states.set(JAVA_DOUBLE, at, before + more);
    states.set(JAVA_DOUBLE, at + PRODUCT, before == 0 ? factor : product(states, at) * factor);
  }

  static double product(MemorySegment states, long at) {
    return states.get(JAVA_DOUBLE, at + PRODUCT);
  }
}
