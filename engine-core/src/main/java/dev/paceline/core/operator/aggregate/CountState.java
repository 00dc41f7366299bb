package dev.paceline.core.operator.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.GroupKernels;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;

/** Rows of each group: all of them, or those whose argument is NULL. */
final class CountState extends State {
  private final boolean ofNulls;
  private boolean any;

  CountState(MemoryScope scope, boolean ofNulls) {
    super(scope, 8);
    this.ofNulls = ofNulls;
  }

  /** Whether any group's count may be other than 0. */
  boolean any() {
    return any;
  }

  @Override
  protected void initialise(int from, int to) {
    data.asSlice(8L * from, 8L * (to - from)).fill((byte) 0);
  }

  @Override
  void clear(int last) {
    any = false;
    super.clear(last);
  }

  @Override
  void update(RowGroups groups, Argument argument) {
    if (ofNulls) {
      countNulls(groups, argument.vector());
      return;
    }
    any = true;
    if (groups.isMasked()) {
      for (int g = 0; g < groups.groups(); g++) {
        add(groups.groupId(g), groups.count(g));
      }
    } else if (groups.runs() > 0) {
      GroupKernels.countRuns(groups.lastRows(), groups.runs(), data);
    } else {
      GroupKernels.count(groups.ids(), groups.rows(), data);
    }
  }

  private void countNulls(RowGroups groups, ColumnVector vector) {
    if (!vector.mayHaveNulls()) {
      return;
    }
    any = true;
    MemorySegment ids = groups.ids();
    MemorySegment nulls = vector.isConstant() ? null : vector.nulls();
    for (int i = 0; i < groups.rows(); i++) {
      if (nulls == null || Bitmaps.get(nulls, vector.nullsOffset(), i)) {
        add(id(ids, i), 1);
      }
    }
  }

  private void add(int group, long rows) {
    data.set(JAVA_LONG, 8L * group, data.get(JAVA_LONG, 8L * group) + rows);
  }

  @Override
  void merge(State other, MemorySegment from, MemorySegment to, int count) {
    CountState that = (CountState) other;
    if (that.any) {
      any = true;
      for (int i = 0; i < count; i++) {
        add(id(to, i), that.get(id(from, i)));
      }
    }
  }

  long get(int group) {
    return data.get(JAVA_LONG, 8L * group);
  }

  /** The counts, one long a group. */
  MemorySegment counts() {
    return data;
  }
}
