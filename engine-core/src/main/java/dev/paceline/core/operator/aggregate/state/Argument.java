package dev.paceline.core.operator.aggregate.state;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.DoubleKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.AffineLanes;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * An input column as the states read it, prepared at most once a batch however many aggregates use
 * it. One worker uses it.
 */
final class Argument {
  private static final double TWO_TO_64 = 0x1p64;

  private final int column;
  private final MemoryScope scope;
  private final int capacity;
  private final AffineLanes lanes;
  private @Nullable ColumnVector vector;
  private int rows;
  private boolean prepared;
  private boolean converted;
  private @Nullable MemorySegment doubles;

  Argument(int column, MemoryScope scope, int capacity) {
    this.column = column;
    this.scope = scope;
    this.capacity = capacity;
    this.lanes = new AffineLanes(scope, capacity);
  }

  /** Which input column this is. */
  int column() {
    return column;
  }

  void point(ColumnVector to, int count) {
    vector = to;
    rows = count;
    prepared = false;
    converted = false;
  }

  ColumnVector vector() {
    return requireNonNull(vector, "vector");
  }

  /** Whether values are 128 bits wide: then there are no {@link #lanes}. */
  boolean isWide() {
    ColumnVector values = vector();
    return values.type().family() == TypeFamily.INTEGRAL
        && !values.type().fitsLong()
        && (values.isConstant()
            ? values.constantHigh() != values.constantLong() >> 63
            : values.width() == 16);
  }

  /** INTEGRAL or BOOLEAN values. */
  AffineLanes lanes() {
    if (!prepared) {
      ColumnVector values = vector();
      if (values.isConstantNull()) {
        lanes.setConstantNull();
      } else if (values.isConstant()) {
        lanes.setConstant(values.constantLong());
      } else if (values.type().family() == TypeFamily.BOOLEAN) {
        lanes.setBits(values, rows);
      } else {
        lanes.setIntegers(values, rows);
      }
      prepared = true;
    }
    return lanes;
  }

  /** FLOATING values: where they are, and {@link #doublesOffset}. */
  MemorySegment doubles() {
    ColumnVector values = vector();
    if (!values.isConstant()) {
      return values.data();
    }
    MemorySegment copies = copies();
    for (int i = 0; i < rows; i++) {
      copies.set(ValueLayout.JAVA_DOUBLE, (long) i << 3, values.constantDouble());
    }
    return copies;
  }

  /**
   * INTEGRAL values without their scale, or FLOATING ones, as doubles: where they are, and {@link
   * #unscaledDoublesOffset}. Those of NULL rows are undefined.
   */
  MemorySegment unscaledDoubles() {
    if (vector().type().family() == TypeFamily.FLOATING) {
      return doubles();
    }
    MemorySegment copies = copies();
    if (!converted) {
      convert(copies);
      converted = true;
    }
    return copies;
  }

  private void convert(MemorySegment target) {
    if (isWide()) {
      ColumnVector values = vector();
      for (int i = 0; i < rows; i++) {
        long high = values.getHigh(i);
        long low = values.getLong(i);
        double value =
            Int128.fitsLong(high, low) ? low : high * TWO_TO_64 + 2.0 * (low >>> 1) + (low & 1);
        target.set(ValueLayout.JAVA_DOUBLE, (long) i << 3, value);
      }
      return;
    }
    AffineLanes values = lanes();
    MemorySegment longs = values.longs(rows);
    if (values.min() >= -DoubleKernels.MAX_EXACT && values.max() <= DoubleKernels.MAX_EXACT) {
      DoubleKernels.current().fromLongs(longs, 0, rows, 1, target);
    } else {
      for (int i = 0; i < rows; i++) {
        long at = (long) i << 3;
        target.set(ValueLayout.JAVA_DOUBLE, at, longs.get(ValueLayout.JAVA_LONG, at));
      }
    }
  }

  long unscaledDoublesOffset() {
    return vector().type().family() == TypeFamily.FLOATING ? doublesOffset() : 0;
  }

  private MemorySegment copies() {
    MemorySegment copies = doubles;
    if (copies == null) {
      copies = scope.allocateScratch(8L * capacity);
      doubles = copies;
    }
    return copies;
  }

  long doublesOffset() {
    return vector().isConstant() ? 0 : vector().offset();
  }
}
