package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.AggregateKernels;
import dev.paceline.core.kernel.GroupKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.AffineLanes;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** One long a group: extremes, bit operations, or some value; booleans are 0 and 1. */
final class LongState extends State {

  /** How a value joins the state. */
  enum Operation {
    MIN(Long.MAX_VALUE),
    MAX(Long.MIN_VALUE),
    AND(-1),
    OR(0),
    XOR(0),
    /** Some value. */
    PUT(0),
    /** The last value. */
    REPLACE(0);

    private final long neutral;

    Operation(long neutral) {
      this.neutral = neutral;
    }
  }

  private final Operation operation;
  private final long[] extremes = new long[2];
  private @Nullable MemorySegment gathered;

  LongState(MemoryScope scope, Operation operation) {
    super(scope, 8);
    this.operation = operation;
  }

  @Override
  protected void initialise(int from, int to) {
    for (int group = from; group < to; group++) {
      data.set(JAVA_LONG, 8L * group, operation.neutral);
    }
  }

  @Override
  void update(GroupNumbers groups, Argument argument) {
    AffineLanes lanes = argument.lanes();
    if (lanes.isConstantNull()) {
      return;
    }
    boolean extreme = operation == Operation.MIN || operation == Operation.MAX;
    if (extreme && groups.isMasked()) {
      updateMasked(groups, lanes);
    } else {
      apply(groups.ids(), lanes.longs(groups.rows()), groups.rows());
    }
  }

  private void updateMasked(GroupNumbers groups, AffineLanes lanes) {
    boolean first = (operation == Operation.MIN) == lanes.multiplier() >= 0;
    for (int g = 0; g < groups.groups(); g++) {
      AggregateKernels.current()
          .extremes(
              lanes.data(),
              lanes.offset(),
              lanes.width(),
              groups.rows(),
              groups.masks(),
              g * groups.stride(),
              extremes);
      if (extremes[0] <= extremes[1]) {
        long value = lanes.base() + lanes.multiplier() * extremes[first ? 0 : 1];
        long at = 8L * groups.groupId(g);
        long old = data.get(JAVA_LONG, at);
        data.set(
            JAVA_LONG,
            at,
            operation == Operation.MIN ? Math.min(old, value) : Math.max(old, value));
      }
    }
  }

  private void apply(MemorySegment ids, MemorySegment values, int rows) {
    switch (operation) {
      case MIN -> GroupKernels.min(ids, values, rows, data);
      case MAX -> GroupKernels.max(ids, values, rows, data);
      case AND -> GroupKernels.and(ids, values, rows, data);
      case OR -> GroupKernels.or(ids, values, rows, data);
      case XOR -> GroupKernels.xor(ids, values, rows, data);
      case PUT, REPLACE -> GroupKernels.put(ids, values, rows, data);
    }
  }

  @Override
  void merge(State other, MemorySegment from, MemorySegment to, int count) {
    MemorySegment values = gathered;
    if (values == null || values.byteSize() < 8L * count) {
      values = scope().allocate(8L * count);
      gathered = values;
    }
    for (int i = 0; i < count; i++) {
      long at = (long) from.get(JAVA_INT, (long) i << 2) << 3;
      values.set(JAVA_LONG, (long) i << 3, other.data.get(JAVA_LONG, at));
    }
    apply(to, values, count);
  }

  @Override
  DataType storedType() {
    return DataType.INT64;
  }

  @Override
  void store(MemorySegment ids, int count, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * count);
    for (int i = 0; i < count; i++) {
      lanes.set(JAVA_LONG, (long) i << 3, data.get(JAVA_LONG, 8L * id(ids, i)));
    }
    out.setLongs(lanes, 0);
  }

  @Override
  void load(ColumnVector stored, int count) {
    for (int i = 0; i < count; i++) {
      data.set(JAVA_LONG, 8L * (i + 1), stored.getLong(i));
    }
  }

  MemorySegment values() {
    return data;
  }
}
