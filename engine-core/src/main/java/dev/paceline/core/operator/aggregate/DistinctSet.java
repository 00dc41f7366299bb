package dev.paceline.core.operator.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

  /** Null when it has proved to be too large, and values are in the index. */
  private @Nullable DistinctBits bits;

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
    this.bits =
        type.family() == TypeFamily.INTEGRAL && type.fitsLong()
            ? new DistinctBits(type, scope, capacity)
            : null;
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

  /** Takes some values and the 32-bit numbers of the groups that have them. */
  @FunctionalInterface
  interface PairConsumer {
    void accept(MemorySegment groups, ColumnVector values, int count);
  }

  /**
   * @param groups one 32-bit group number a row
   */
  void add(MemorySegment groups, ColumnVector values, int rows) {
    DistinctBits set = bits;
    if (set == null) {
      addToIndex(groups, values, rows);
    } else if (!set.add(groups, values, rows)) {
      bits = null;
      set.forEach(null, this::addToIndex);
      set.release();
      addToIndex(groups, values, rows);
    }
  }

  private void addToIndex(MemorySegment groups, ColumnVector values, int rows) {
    int last = 0;
    for (int i = 0; i < rows; i++) {
      last = Math.max(last, State.id(groups, i));
    }
    group.setIntegers(groups, 0, 4, 0, 1).setBounds(0, last);
    pair[1] = values;
    index.find(pair, rows, numbers);
  }

  /**
   * Gives values but those of group 0, at most a batch at a time.
   *
   * @param mapping for each group the 32-bit number that it gets, 0 to leave it out; null for its
   *     own
   */
  private void forEach(@Nullable MemorySegment mapping, PairConsumer out) {
    DistinctBits set = bits;
    if (set != null) {
      set.forEach(mapping, out);
      return;
    }
    MemorySegment ids = scope.allocateScratch(4L * capacity);
    MemorySegment owners = scope.allocateScratch(4L * capacity);
    ColumnVector groups = new ColumnVector(DataType.INT64, scope);
    ColumnVector values = new ColumnVector(type, scope);
    for (int from = 1; from <= index.size(); from += capacity) {
      int count = Math.min(capacity, index.size() - from + 1);
      for (int i = 0; i < count; i++) {
        ids.set(JAVA_INT, (long) i << 2, from + i);
      }
      index.emit(0, ids, count, groups);
      int kept = 0;
      for (int i = 0; i < count; i++) {
        int owned = (int) groups.getLong(i);
        int owner = mapping == null ? owned : State.id(mapping, owned);
        if (owner != 0) {
          ids.set(JAVA_INT, (long) kept << 2, from + i);
          owners.set(JAVA_INT, (long) kept << 2, owner);
          kept++;
        }
      }
      if (kept > 0) {
        index.emit(1, ids, kept, values);
        out.accept(owners, values, kept);
      }
    }
  }

  /**
   * @param groups for each group there the one here, or 0 if it is not merged here
   */
  void merge(DistinctSet other, MemorySegment groups, CancellationToken cancellation) {
    other.forEach(
        groups,
        (owners, values, count) -> {
          cancellation.check();
          add(owners, values, count);
        });
  }

  /** Feeds the states. */
  void finish(int lastGroup, CancellationToken cancellation) {
    Argument argument = new Argument(0, scope, capacity);
    RowGroups groups = new RowGroups(scope, capacity, 1);
    for (State state : states.values()) {
      state.reserve(lastGroup);
    }
    forEach(
        null,
        (owners, values, count) -> {
          cancellation.check();
          MemorySegment.copy(owners, 0, groups.startIds(count), 0, 4L * count);
          argument.point(values, count);
          for (State state : states.values()) {
            boolean all = state instanceof CountState;
            state.update(all ? groups : groups.notNull(0, values), argument);
          }
        });
  }
}
