package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/** One 128-bit number per group, low word first: the smallest, the largest or some value. */
final class Int128State extends State {
  private final LongState.Operation operation;

  /**
   * @param operation MIN, MAX or PUT
   */
  Int128State(MemoryScope scope, LongState.Operation operation) {
    super(scope, 16);
    this.operation = operation;
  }

  @Override
  protected void initialise(int from, int to) {
    boolean least = operation == LongState.Operation.MIN;
    for (int group = from; group < to; group++) {
      data.set(JAVA_LONG, 16L * group, least ? -1L : 0);
      data.set(JAVA_LONG, 16L * group + 8, least ? Long.MAX_VALUE : Long.MIN_VALUE);
    }
  }

  @Override
  void update(GroupNumbers groups, Argument argument) {
    ColumnVector vector = argument.vector();
    MemorySegment ids = groups.ids();
    for (int i = 0; i < groups.rows(); i++) {
      int group = id(ids, i);
      if (group != 0) {
        join(group, vector.getHigh(i), vector.getLong(i));
      }
    }
  }

  @Override
  void merge(State other, MemorySegment from, MemorySegment to, int count) {
    Int128State that = (Int128State) other;
    for (int i = 0; i < count; i++) {
      int group = id(from, i);
      join(id(to, i), that.high(group), that.low(group));
    }
  }

  private void join(int group, long high, long low) {
    int order =
        high != high(group)
            ? Long.compare(high, high(group))
            : Long.compareUnsigned(low, low(group));
    boolean better =
        switch (operation) {
          case MIN -> order < 0;
          case MAX -> order > 0;
          default -> true;
        };
    if (better) {
      data.set(JAVA_LONG, 16L * group, low);
      data.set(JAVA_LONG, 16L * group + 8, high);
    }
  }

  @Override
  DataType storedType() {
    return DataType.decimal(38, 0);
  }

  @Override
  void store(MemorySegment ids, int count, ColumnVector out) {
    MemorySegment lanes = out.scratch(16L * count);
    for (int i = 0; i < count; i++) {
      int group = id(ids, i);
      lanes.set(JAVA_LONG, (long) i << 4, low(group));
      lanes.set(JAVA_LONG, ((long) i << 4) + 8, high(group));
    }
    out.setInt128s(lanes, 0);
  }

  @Override
  void load(ColumnVector stored, int count) {
    for (int i = 0; i < count; i++) {
      data.set(JAVA_LONG, 16L * (i + 1), stored.getLong(i));
      data.set(JAVA_LONG, 16L * (i + 1) + 8, stored.getHigh(i));
    }
  }

  long low(int group) {
    return data.get(JAVA_LONG, 16L * group);
  }

  long high(int group) {
    return data.get(JAVA_LONG, 16L * group + 8);
  }
}
