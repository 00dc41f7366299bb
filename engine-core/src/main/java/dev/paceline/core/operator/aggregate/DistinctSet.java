package dev.paceline.core.operator.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The distinct values of one argument in each group, and the states that want each of them once:
 * these are computed at the end. Rows that do not count are values of group 0. One worker uses it.
 */
final class DistinctSet {
  private final int column;
  private final int filter;
  private final MemoryScope scope;
  private final int capacity;
  private final GroupIndex index;
  private final ColumnVector group;
  private final ColumnVector[] pair;
  private final MemorySegment numbers;
  private final Map<Integer, State> states = new LinkedHashMap<>();
  private final DataType type;

  DistinctSet(
      DataType type, int column, int filter, MemoryScope scope, int capacity, long hashMask) {
    this.type = type;
    this.column = column;
    this.filter = filter;
    this.scope = scope;
    this.capacity = capacity;
    this.index = new GroupIndex(List.of(DataType.INT64, type), scope, capacity, hashMask);
    this.group = new ColumnVector(DataType.INT64, scope);
    this.pair = new ColumnVector[] {group, group};
    this.numbers = scope.allocateScratch(4L * capacity);
  }

  int column() {
    return column;
  }

  int filter() {
    return filter;
  }

  /** The state of some kind that is fed with the distinct values. */
  State state(int kind, Supplier<State> create) {
    return states.computeIfAbsent(kind, unused -> create.get());
  }

  /**
   * @param groups one 32-bit group number a row
   */
  void add(MemorySegment groups, ColumnVector values, int rows) {
    int last = 0;
    for (int i = 0; i < rows; i++) {
      last = Math.max(last, State.id(groups, i));
    }
    group.setIntegers(groups, 0, 4, 0, 1).setBounds(0, last);
    pair[1] = values;
    index.find(pair, rows, numbers);
  }

  /**
   * @param groups for each group there the one here, or 0 if it is not merged here
   */
  void merge(DistinctSet other, MemorySegment groups) {
    MemorySegment ids = scope.allocateScratch(4L * capacity);
    MemorySegment mapped = scope.allocateScratch(4L * capacity);
    ColumnVector theirs = new ColumnVector(DataType.INT64, scope);
    ColumnVector values = new ColumnVector(type, scope);
    for (int from = 1; from <= other.index.size(); from += capacity) {
      int count = Math.min(capacity, other.index.size() - from + 1);
      fill(ids, from, count);
      other.index.emit(0, ids, count, theirs);
      int merged = 0;
      for (int i = 0; i < count; i++) {
        long number = theirs.getLong(i);
        int here = number == 0 ? 0 : groups.get(JAVA_INT, number << 2);
        if (here != 0) {
          ids.set(JAVA_INT, (long) merged << 2, from + i);
          mapped.set(JAVA_INT, (long) merged << 2, here);
          merged++;
        }
      }
      if (merged > 0) {
        other.index.emit(1, ids, merged, values);
        add(mapped, values, merged);
      }
    }
  }

  /** Feeds the states. */
  void finish(int lastGroup) {
    MemorySegment ids = scope.allocateScratch(4L * capacity);
    ColumnVector owners = new ColumnVector(DataType.INT64, scope);
    ColumnVector values = new ColumnVector(type, scope);
    Argument argument = new Argument(0, scope, capacity);
    RowGroups groups = new RowGroups(scope, capacity, 1);
    for (State state : states.values()) {
      state.reserve(lastGroup);
    }
    for (int from = 1; from <= index.size(); from += capacity) {
      int count = Math.min(capacity, index.size() - from + 1);
      fill(ids, from, count);
      index.emit(0, ids, count, owners);
      index.emit(1, ids, count, values);
      MemorySegment numbersOut = groups.startIds(count);
      for (int i = 0; i < count; i++) {
        numbersOut.set(JAVA_INT, (long) i << 2, (int) owners.getLong(i));
      }
      argument.point(values, count);
      for (State state : states.values()) {
        boolean all = state instanceof CountState;
        state.update(all ? groups : groups.notNull(0, values), argument);
      }
    }
  }

  private static void fill(MemorySegment ids, int from, int count) {
    for (int i = 0; i < count; i++) {
      ids.set(JAVA_INT, (long) i << 2, from + i);
    }
  }
}
