package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.kernel.AggregateKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Three doubles a group: the number of values, their mean, and the sum of the squares of their
 * distances from the mean. Single rows are added as Welford does (1962); a batch of a few groups by
 * two passes over its values, whose sums are then combined with those before (Chan, Golub and
 * LeVeque 1979), as those of two workers are. None of these subtracts large sums of squares from
 * each other, so that values far from zero lose no digits. Decimal numbers are taken unscaled.
 */
final class VarianceState extends FixedBytesState {
  private static final int BYTES = 24;
  private static final int MEAN = 8;
  private static final int SQUARES = 16;

  private static final double MAX_EXACT = 1L << 53;

  /** The factor by which the values were multiplied. */
  private final double unit;

  private final double[] means = new double[GroupNumbers.MAX_MASKS];
  private final double[] squares = new double[GroupNumbers.MAX_MASKS];

  /**
   * @param argument type of the values
   */
  VarianceState(MemoryScope scope, DataType argument) {
    super(scope, BYTES);
    unit = Math.pow(10, argument.kind() == TypeKind.DECIMAL ? argument.scale() : 0);
  }

  @Override
  void update(GroupNumbers groups, Argument argument) {
    if (argument.vector().isConstantNull()) {
      return;
    }
    MemorySegment values = argument.unscaledDoubles();
    long offset = argument.unscaledDoublesOffset();
    int rows = groups.rows();
    if (groups.isMasked()) {
      addMasked(groups, values, offset, rows);
      return;
    }
    MemorySegment ids = groups.ids();
    for (int i = 0; i < rows; i++) {
      long at = (long) BYTES * id(ids, i);
      double value = values.get(JAVA_DOUBLE_UNALIGNED, offset + ((long) i << 3));
      double count = data.get(JAVA_DOUBLE, at) + 1;
      double mean = data.get(JAVA_DOUBLE, at + MEAN);
      double distance = value - mean;
      double moved = mean + distance / count;
      data.set(JAVA_DOUBLE, at, count);
      data.set(JAVA_DOUBLE, at + MEAN, moved);
      data.set(
          JAVA_DOUBLE,
          at + SQUARES,
          data.get(JAVA_DOUBLE, at + SQUARES) + distance * (value - moved));
    }
  }

  private void addMasked(GroupNumbers groups, MemorySegment values, long offset, int rows) {
    int count = groups.groups();
    AggregateKernels.current()
        .sumDoubles(values, offset, rows, groups.masks(), groups.stride(), count, means);
    for (int g = 0; g < count; g++) {
      means[g] /= Math.max(1, groups.count(g));
    }
    AggregateKernels.current()
        .squaredDistances(
            values, offset, rows, groups.masks(), groups.stride(), count, means, squares);
    for (int g = 0; g < count; g++) {
      combine(groups.groupId(g), groups.count(g), means[g], squares[g]);
    }
  }

  private void combine(int group, double count, double mean, double squaredDistances) {
    if (count == 0) {
      return;
    }
    long at = (long) BYTES * group;
    double before = data.get(JAVA_DOUBLE, at);
    double total = before + count;
    double distance = mean - data.get(JAVA_DOUBLE, at + MEAN);
    double share = count / total;
    data.set(JAVA_DOUBLE, at, total);
    data.set(JAVA_DOUBLE, at + MEAN, data.get(JAVA_DOUBLE, at + MEAN) + distance * share);
    data.set(
        JAVA_DOUBLE,
        at + SQUARES,
        data.get(JAVA_DOUBLE, at + SQUARES)
            + squaredDistances
            + distance * distance * before * share);
  }

  @Override
  void merge(State other, MemorySegment from, MemorySegment to, int count) {
    for (int i = 0; i < count; i++) {
      long at = (long) BYTES * id(from, i);
      combine(
          id(to, i),
          other.data.get(JAVA_DOUBLE, at),
          other.data.get(JAVA_DOUBLE, at + MEAN),
          other.data.get(JAVA_DOUBLE, at + SQUARES));
    }
  }

  /**
   * Makes {@code out} the results of some groups; NULL for no values, and for samples of one.
   *
   * @param function a variance or a standard deviation
   * @throws PacelineException NUMERIC_OVERFLOW if a result does not fit the decimal type of {@code
   *     out}
   */
  void emit(AggregateFunction function, int from, int count, ColumnVector out) {
    if (out.type().family() == TypeFamily.FLOATING) {
      emitDoubles(function, from, count, out);
    } else if (!emitLongs(function, from, count, out)) {
      emitInt128s(function, from, count, out);
    }
    MemorySegment nulls = out.nullScratch(count);
    Bitmaps.zero(nulls, 0, count);
    boolean any = false;
    for (int i = 0; i < count; i++) {
      if (degrees(function, from + i) <= 0) {
        Bitmaps.set(nulls, 0, i);
        any = true;
      }
    }
    if (any) {
      out.setNulls(nulls, 0);
    }
  }

  private void emitDoubles(AggregateFunction function, int from, int count, ColumnVector out) {
    boolean single = out.type().kind() == TypeKind.FLOAT32;
    MemorySegment lanes = out.scratch(8L * count);
    for (int i = 0; i < count; i++) {
      double result = result(function, from + i);
      lanes.set(JAVA_DOUBLE, (long) i << 3, single ? (float) result : result);
    }
    out.setDoubles(lanes, 0);
  }

  /** Returns false if some result does not fit. */
  private boolean emitLongs(AggregateFunction function, int from, int count, ColumnVector out) {
    double factor = Math.pow(10, out.type().scale());
    MemorySegment lanes = out.scratch(8L * count);
    for (int i = 0; i < count; i++) {
      double unscaled = result(function, from + i) * factor;
      if (!(unscaled < MAX_EXACT)) {
        return false;
      }
      lanes.set(JAVA_LONG, (long) i << 3, Math.round(unscaled));
    }
    out.setLongs(lanes, 0);
    return true;
  }

  private void emitInt128s(AggregateFunction function, int from, int count, ColumnVector out) {
    DataType type = out.type();
    BigInteger limit = Int128.maxUnscaled(type.precision());
    MemorySegment lanes = out.scratch(16L * count);
    for (int i = 0; i < count; i++) {
      double result = result(function, from + i);
      if (!Double.isFinite(result)) {
        throw overflow(function, result, type);
      }
      BigInteger unscaled =
          BigDecimal.valueOf(result).setScale(type.scale(), RoundingMode.HALF_UP).unscaledValue();
      if (unscaled.compareTo(limit) > 0) {
        throw overflow(function, result, type);
      }
      lanes.set(JAVA_LONG, (long) i << 4, Int128.low(unscaled));
      lanes.set(JAVA_LONG, ((long) i << 4) + 8, Int128.high(unscaled));
    }
    out.setInt128s(lanes, 0);
  }

  private static PacelineException overflow(
      AggregateFunction function, double result, DataType type) {
    return new PacelineException(
        ErrorCode.NUMERIC_OVERFLOW,
        function + " is " + result + ", which is no " + type + "; cast the argument to DOUBLE");
  }

  /** Returns the divisor of the squares of a group; at 0 or below, the result is NULL. */
  private double degrees(AggregateFunction function, int group) {
    double values = data.get(JAVA_DOUBLE, (long) BYTES * group);
    return switch (function) {
      case VAR_SAMP, STDDEV_SAMP -> values - 1;
      default -> values;
    };
  }

  /** 0 for NULL. */
  private double result(AggregateFunction function, int group) {
    double degrees = degrees(function, group);
    if (degrees <= 0) {
      return 0;
    }
    double variance = data.get(JAVA_DOUBLE, (long) BYTES * group + SQUARES) / degrees;
    return switch (function) {
      case STDDEV_POP, STDDEV_SAMP -> Math.sqrt(variance) / unit;
      default -> variance / unit / unit;
    };
  }
}
