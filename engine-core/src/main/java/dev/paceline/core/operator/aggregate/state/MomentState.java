package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import dev.paceline.core.aggregate.LibraryAggregate;
import dev.paceline.core.aggregate.Moments;
import dev.paceline.core.aggregate.Moments.Numbers;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Moments of numbers, or of pairs of numbers, for the functions of the registry. */
final class MomentState extends FixedBytesState {
  private final Moments moments;
  private final double firstUnit;
  private final @Nullable Argument second;
  private final double secondUnit;

  /**
   * @param second the second argument, pointed at each batch; null if there is one argument
   */
  MomentState(
      MemoryScope scope,
      Moments moments,
      DataType firstType,
      @Nullable Argument second,
      DataType secondType) {
    super(scope, moments.bytes());
    this.moments = moments;
    this.firstUnit = unit(firstType);
    this.second = second;
    this.secondUnit = unit(secondType);
  }

  private static double unit(DataType type) {
    return Math.pow(10, RowFunctions.scale(type));
  }

  @Override
  void update(GroupNumbers groups, Argument argument) {
    if (argument.vector().isConstantNull() || second != null && second.vector().isConstantNull()) {
      return;
    }
    Numbers first = numbers(argument, firstUnit);
    moments.addRows(
        data,
        groups.ids(),
        groups.rows(),
        first,
        second == null ? first : numbers(second, secondUnit));
  }

  private static Numbers numbers(Argument argument, double unit) {
    return new Numbers(argument.unscaledDoubles(), argument.unscaledDoublesOffset(), unit);
  }

  @Override
  void merge(State other, MemorySegment from, MemorySegment to, int count) {
    long bytes = moments.bytes();
    for (int i = 0; i < count; i++) {
      moments.merge(data, bytes * id(to, i), other.data, bytes * id(from, i));
    }
  }

  /** Makes {@code out} the results of a function of some groups. */
  void emit(LibraryAggregate function, int from, int count, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * count);
    MemorySegment nulls = out.nullScratch(count);
    Bitmaps.zero(nulls, 0, count);
    boolean any = false;
    for (int i = 0; i < count; i++) {
      long at = (long) moments.bytes() * (from + i);
      double result = function.result(data, at);
      lanes.set(JAVA_DOUBLE, (long) i << 3, result);
      if (function.isNull(data, at, result)) {
        Bitmaps.set(nulls, 0, i);
        any = true;
      }
    }
    out.setDoubles(lanes, 0);
    if (any) {
      out.setNulls(nulls, 0);
    }
  }
}
