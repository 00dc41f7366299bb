package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.AggregateKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/** One double a group: the plain sum, an extreme (NaN is the largest), or some value. */
final class DoubleState extends State {

  /** How a value joins the state. */
  enum Operation {
    SUM(0),
    MIN(Double.NaN),
    MAX(Double.NEGATIVE_INFINITY),
    PUT(0);

    private final double neutral;

    Operation(double neutral) {
      this.neutral = neutral;
    }
  }

  private final Operation operation;
  private final double[] sums = new double[GroupNumbers.MAX_MASKS];

  DoubleState(MemoryScope scope, Operation operation) {
    super(scope, 8);
    this.operation = operation;
  }

  @Override
  protected void initialise(int from, int to) {
    for (int group = from; group < to; group++) {
      data.set(JAVA_DOUBLE, 8L * group, operation.neutral);
    }
  }

  @Override
  void update(GroupNumbers groups, Argument argument) {
    if (argument.vector().isConstantNull()) {
      return;
    }
    MemorySegment values = argument.doubles();
    long offset = argument.doublesOffset();
    int rows = groups.rows();
    if (operation == Operation.SUM && groups.isMasked()) {
      AggregateKernels.current()
          .sumDoubles(values, offset, rows, groups.masks(), groups.stride(), groups.groups(), sums);
      for (int g = 0; g < groups.groups(); g++) {
        join(groups.groupId(g), sums[g]);
      }
      return;
    }
    MemorySegment ids = groups.ids();
    if (operation == Operation.SUM) {
      for (int i = 0; i < rows; i++) {
        long at = 8L * id(ids, i);
        double value = values.get(JAVA_DOUBLE_UNALIGNED, offset + ((long) i << 3));
        data.set(JAVA_DOUBLE, at, data.get(JAVA_DOUBLE, at) + value);
      }
    } else {
      for (int i = 0; i < rows; i++) {
        join(id(ids, i), values.get(JAVA_DOUBLE_UNALIGNED, offset + ((long) i << 3)));
      }
    }
  }

  private void join(int group, double value) {
    long at = 8L * group;
    double old = data.get(JAVA_DOUBLE, at);
    double next =
        switch (operation) {
          case SUM -> old + value;
          case MIN -> value < old || Double.isNaN(old) ? value : old;
          case MAX -> value > old || Double.isNaN(value) ? value : old;
          case PUT -> value;
        };
    data.set(JAVA_DOUBLE, at, next);
  }

  @Override
  void merge(State other, MemorySegment from, MemorySegment to, int count) {
    for (int i = 0; i < count; i++) {
      join(id(to, i), other.data.get(JAVA_DOUBLE, 8L * id(from, i)));
    }
  }

  @Override
  DataType storedType() {
    return DataType.FLOAT64;
  }

  @Override
  void store(MemorySegment ids, int count, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * count);
    for (int i = 0; i < count; i++) {
      lanes.set(JAVA_DOUBLE, (long) i << 3, data.get(JAVA_DOUBLE, 8L * id(ids, i)));
    }
    out.setDoubles(lanes, 0);
  }

  @Override
  void load(ColumnVector stored, int count) {
    for (int i = 0; i < count; i++) {
      data.set(JAVA_DOUBLE, 8L * (i + 1), stored.getDouble(i));
    }
  }

  MemorySegment values() {
    return data;
  }
}
