package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.GroupIndex;
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

  /** Groups up to this one will come, or have. */
  private int lastGroup;

  private final ColumnVector group;
  private final ColumnVector[] pair;
  private final MemorySegment numbers;
  private final Map<Object, State> states = new LinkedHashMap<>();
  private final DataType type;

  /** The numbers of all pairs by group, if {@link #sort} was called and there are no bits. */
  private @Nullable Sorted sorted;

  /**
   * Pairs in the order of their groups.
   *
   * @param begins where those of each group begin, and behind it where the last one's end
   */
  private record Sorted(MemorySegment pairs, MemorySegment begins) {
    int begin(int group) {
      return State.id(begins, group);
    }

    int end(int group) {
      return State.id(begins, group + 1);
    }
  }

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

  /** The number of values of all groups that are in a hash table, and not in {@link #bits}. */
  int hashed() {
    return bits == null ? index.size() : 0;
  }

  /** The state of some kind that is fed with the distinct values; equal kinds have one state. */
  State state(Object kind, Supplier<State> create) {
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
    if (set == null || !set.add(groups, values, rows)) {
      moveToIndex();
      addToIndex(groups, values, rows);
    }
  }

  private void moveToIndex() {
    DistinctBits set = bits;
    if (set != null) {
      bits = null;
      set.forEach(null, this::addToIndex);
      set.release();
    }
  }

  private void addToIndex(MemorySegment groups, ColumnVector values, int rows) {
    int last = lastGroup;
    for (int i = 0; i < rows; i++) {
      last = Math.max(last, State.id(groups, i));
    }
    group.setIntegers(groups, 0, 4, 0, 1).setBounds(0, last);
    pair[1] = values;
    index.find(pair, rows, numbers);
  }

  /**
   * Sorts the values by their groups, so that those of some groups can be merged elsewhere without
   * looking at the others. Nothing is added after that.
   *
   * @param lastGroup the largest number of a group
   */
  void sort(int lastGroup, CancellationToken cancellation) {
    if (bits != null) {
      return; // those are sorted
    }
    int size = index.size();
    MemorySegment ownerOf = scope.allocate(4L * (size + 1));
    MemorySegment next = scope.allocateZeroed(4L * (lastGroup + 2));
    MemorySegment ids = scope.allocateScratch(4L * capacity);
    ColumnVector groups = new ColumnVector(DataType.INT64, scope);
    for (int from = 1; from <= size; from += capacity) {
      cancellation.check();
      int count = emitGroups(from, ids, groups);
      for (int i = 0; i < count; i++) {
        int owner = (int) groups.getLong(i);
        ownerOf.set(JAVA_INT, (long) (from + i) << 2, owner);
        next.set(JAVA_INT, (long) owner << 2, next.get(JAVA_INT, (long) owner << 2) + 1);
      }
    }
    MemorySegment begins = scope.allocate(4L * (lastGroup + 2));
    int sum = 0;
    for (int group = 0; group <= lastGroup; group++) {
      int here = next.get(JAVA_INT, (long) group << 2);
      next.set(JAVA_INT, (long) group << 2, sum);
      begins.set(JAVA_INT, (long) group << 2, sum);
      sum += here;
    }
    begins.set(JAVA_INT, (lastGroup + 1L) << 2, sum);
    MemorySegment byGroup = scope.allocate(4L * size);
    for (int pair = 1; pair <= size; pair++) {
      if (pair % capacity == 0) {
        cancellation.check();
      }
      long at = (long) ownerOf.get(JAVA_INT, (long) pair << 2) << 2;
      int position = next.get(JAVA_INT, at);
      next.set(JAVA_INT, at, position + 1);
      byGroup.set(JAVA_INT, (long) position << 2, pair);
    }
    scope.release(ownerOf);
    scope.release(next);
    sorted = new Sorted(byGroup, begins);
  }

  /**
   * Gives the groups of at most a batch of pairs.
   *
   * @param from number of the first pair
   * @param ids gets the numbers of the pairs
   * @return how many there are
   */
  private int emitGroups(int from, MemorySegment ids, ColumnVector groups) {
    int count = Math.min(capacity, index.size() - from + 1);
    for (int i = 0; i < count; i++) {
      ids.set(JAVA_INT, (long) i << 2, from + i);
    }
    index.emit(0, ids, count, groups);
    return count;
  }

  /** Gives all values but those of group 0, at most a batch at a time. */
  private void forEach(PairConsumer out) {
    DistinctBits set = bits;
    if (set != null) {
      set.forEach(null, out);
      return;
    }
    Pairs pairs = new Pairs(out);
    MemorySegment ids = scope.allocateScratch(4L * capacity);
    ColumnVector groups = new ColumnVector(DataType.INT64, scope);
    for (int from = 1; from <= index.size(); from += capacity) {
      int count = emitGroups(from, ids, groups);
      for (int i = 0; i < count; i++) {
        int owner = (int) groups.getLong(i);
        if (owner != 0) {
          pairs.add(from + i, owner);
        }
      }
    }
    pairs.flush();
  }

  /**
   * Gives the values of some groups, at most a batch at a time, after {@link #sort}.
   *
   * @param ids the groups' 32-bit numbers
   * @param mapping for each group the 32-bit number that it gets, 0 for others
   */
  private void forEachOf(MemorySegment ids, MemorySegment mapping, PairConsumer out) {
    DistinctBits set = bits;
    if (set != null) {
      set.forEach(mapping, out);
      return;
    }
    Sorted order = requireNonNull(sorted, "values are not sorted");
    Pairs pairs = new Pairs(out);
    int groups = (int) (ids.byteSize() >>> 2);
    for (int at = 0; at < groups; at++) {
      int group = State.id(ids, at);
      int owner = State.id(mapping, group);
      int end = order.end(group);
      for (int i = order.begin(group); i < end; i++) {
        pairs.add(State.id(order.pairs(), i), owner);
      }
    }
    pairs.flush();
  }

  /** Lets another set know how much {@link #forEachOf} gives, so that it need not grow for it. */
  private void announce(MemorySegment ids, MemorySegment mapping, DistinctSet target) {
    Sorted order = requireNonNull(sorted, "values are not sorted");
    long count = 0;
    int groups = (int) (ids.byteSize() >>> 2);
    for (int at = 0; at < groups; at++) {
      int group = State.id(ids, at);
      count += order.end(group) - order.begin(group);
      target.lastGroup = Math.max(target.lastGroup, State.id(mapping, group));
    }
    target.index.expectNew(count);
  }

  /** Collects numbers of pairs until a batch of their values can be given. */
  private final class Pairs {
    private final PairConsumer out;
    private final MemorySegment ids = scope.allocateScratch(4L * capacity);
    private final MemorySegment owners = scope.allocateScratch(4L * capacity);
    private final ColumnVector values = new ColumnVector(type, scope);
    private int count;

    Pairs(PairConsumer out) {
      this.out = out;
    }

    void add(int pair, int owner) {
      ids.set(JAVA_INT, (long) count << 2, pair);
      owners.set(JAVA_INT, (long) count << 2, owner);
      if (++count == capacity) {
        flush();
      }
    }

    void flush() {
      if (count > 0) {
        index.emit(1, ids, count, values);
        out.accept(owners, values, count);
        count = 0;
      }
    }
  }

  /**
   * Adds values of another set, which {@link #sort} has sorted.
   *
   * @param ids 32-bit numbers of the groups there that are merged here
   * @param mapping for each group there the one here, or 0 if it is not merged here
   */
  void merge(
      DistinctSet other, MemorySegment ids, MemorySegment mapping, CancellationToken cancellation) {
    DistinctBits theirs = other.bits;
    DistinctBits ours = bits;
    if (theirs != null && ours != null && ours.merge(theirs, mapping, cancellation)) {
      return;
    }
    if (theirs == null) {
      moveToIndex();
      other.announce(ids, mapping, this);
    }
    other.forEachOf(
        ids,
        mapping,
        (owners, values, count) -> {
          cancellation.check();
          add(owners, values, count);
        });
  }

  /** Feeds the states. */
  void finish(int lastGroup, CancellationToken cancellation) {
    Argument argument = new Argument(0, scope, capacity);
    GroupNumbers groups = new GroupNumbers(scope, capacity, 1);
    for (State state : states.values()) {
      state.reserve(lastGroup);
    }
    DistinctBits set = bits;
    if (set != null && states.values().stream().allMatch(CountState.class::isInstance)) {
      for (State state : states.values()) {
        ((CountState) state).addDistinct(set, cancellation);
      }
      return;
    }
    forEach(
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
