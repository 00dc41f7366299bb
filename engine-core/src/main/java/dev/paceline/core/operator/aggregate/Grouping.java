package dev.paceline.core.operator.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.index.GroupIndex;
import dev.paceline.core.operator.aggregate.index.Masks;
import dev.paceline.core.operator.aggregate.state.AggregateStates;
import dev.paceline.core.operator.aggregate.state.GroupNumbers;
import dev.paceline.core.operator.aggregate.state.State;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The groups that one worker has met, or one partition of all workers' groups: numbers for keys,
 * and states by number, in memory of their own. One worker uses it; when it is finished, anyone may
 * read.
 */
final class Grouping implements AutoCloseable {
  /** The input, the keys and the aggregates of a grouping; shared by all workers. */
  record Shape(
      List<DataType> inputTypes,
      int[] keys,
      @Nullable ValueRange[] keyRanges,
      List<AggregateCall> calls,
      long hashMask) {
    Shape withKeyRanges(@Nullable ValueRange[] ranges) {
      return new Shape(inputTypes, keys, ranges, calls, hashMask);
    }

    List<DataType> keyTypes() {
      List<DataType> types = new ArrayList<>();
      for (int key : keys) {
        types.add(inputTypes.get(key));
      }
      return types;
    }
  }

  private static final int[] ONLY_GROUP = {1};

  private final Shape shape;
  private final int capacity;
  private final MemoryScope scope;
  private final GroupIndex index;
  private final AggregateStates states;
  private final GroupNumbers groups;
  private final CodeGroups codes;
  private final Compactor compactor;
  private final ColumnVector[] keys;
  private final ColumnVector[] single;
  private final MemorySegment one;
  private @Nullable MemorySegment merged;
  private int groupsBefore;

  /** Takes its memory from the query's budget. */
  Grouping(Shape shape, QueryContext query) {
    this.shape = shape;
    this.scope = query.budget().openScope("groups of " + query.name());
    this.capacity = query.batchRows();
    List<DataType> keyTypes = shape.keyTypes();
    index = new GroupIndex(keyTypes, shape.keyRanges, scope, capacity, shape.hashMask);
    states =
        new AggregateStates(
            shape.inputTypes,
            shape.calls,
            isKeyless(),
            scope,
            capacity,
            shape.hashMask,
            () -> groupsBefore);
    groups = new GroupNumbers(scope, capacity, shape.inputTypes.size());
    codes = new CodeGroups(keyTypes.size(), scope, capacity);
    compactor = new Compactor(shape.inputTypes.toArray(new DataType[0]), scope, capacity);
    keys = new ColumnVector[keyTypes.size()];
    single = new ColumnVector[keys.length];
    for (int i = 0; i < keys.length; i++) {
      single[i] = new ColumnVector(keyTypes.get(i), scope);
    }
    one = scope.allocate(4);
    if (isKeyless()) {
      states.reserve(1);
    }
  }

  MemoryScope scope() {
    return scope;
  }

  /** Bytes of all groups. */
  long bytes() {
    return scope.stateBytes();
  }

  /** The most rows of a batch. */
  int capacity() {
    return capacity;
  }

  private boolean isKeyless() {
    return shape.keys.length == 0;
  }

  /** Groups are numbered from 1 to this. */
  int size() {
    return isKeyless() ? 1 : index.size();
  }

  void add(Batch batch) {
    Batch rows = batch;
    groupsBefore = index.size();
    if (isKeyless()) {
      selectAll(batch);
    } else {
      pointKeys(batch);
      if (!codes.find(
          keys, batch.rowCount(), batch.selection(), groups, row -> number(batch, row))) {
        rows = compactor.compact(batch);
        pointKeys(rows);
        index.find(keys, rows.rowCount(), groups.startIds(rows.rowCount()));
      }
    }
    states.reserve(size());
    states.update(groups, rows);
  }

  private void pointKeys(Batch batch) {
    for (int i = 0; i < keys.length; i++) {
      keys[i] = batch.column(shape.keys[i]);
    }
  }

  /** The group of one row's key. */
  private int number(Batch batch, int row) {
    one.set(JAVA_INT, 0, row);
    for (int i = 0; i < keys.length; i++) {
      Compactor.gather(batch.column(shape.keys[i]), one, 1, single[i], 1);
    }
    index.find(single, 1, one);
    return one.get(JAVA_INT, 0);
  }

  private void selectAll(Batch batch) {
    MemorySegment mask = groups.startMasks(batch.rowCount(), 1, ONLY_GROUP);
    if (batch.selection() == null) {
      Bitmaps.fill(mask, 0, batch.rowCount());
    } else {
      for (int word = 0; word << 6 < batch.rowCount(); word++) {
        long bits = Masks.word(batch.selection().bitmap(), 0, batch.rowCount(), word);
        mask.set(JAVA_LONG, (long) word << 3, bits);
      }
    }
  }

  /** See {@link GroupIndex#preferIndexed}. */
  boolean preferIndexed() {
    return index.preferIndexed();
  }

  /** Makes room for up to {@code most} groups in total. */
  void expect(long most) {
    index.expect(most);
  }

  /** Announces about {@code groups} new groups. */
  void expectNew(long groups) {
    index.expectNew(groups);
  }

  /** Announces the total number of rows or groups. */
  void promise(long rows) {
    index.promise(rows);
  }

  /** The number of distinct arguments of all groups in hash tables. */
  long hashedDistinct() {
    return states.hashedDistinct();
  }

  /** The number of arguments of all groups that are kept whether distinct or not. */
  long collectedValues() {
    return states.collectedValues();
  }

  /** Prepares the values that are kept of all groups, so that some can be merged elsewhere. */
  void sortValues(CancellationToken cancellation) {
    states.sortValues(size(), cancellation);
  }

  /** Adds another worker's groups. */
  void merge(Grouping other, CancellationToken cancellation) {
    other.sortValues(cancellation);
    MemorySegment ids = scope.allocate(4L * other.size());
    for (int i = 0; i < other.size(); i++) {
      ids.set(JAVA_INT, (long) i << 2, i + 1);
    }
    merge(other, ids.asSlice(0, 4L * other.size()), cancellation);
    scope.release(ids);
  }

  /**
   * Adds some of another worker's groups, whose values are sorted.
   *
   * @param ids their numbers, 4 bytes each
   */
  void merge(Grouping other, MemorySegment ids, CancellationToken cancellation) {
    MemorySegment to = mergedIds();
    ColumnVector[] theirs = newKeys(scope);
    MemorySegment mapping = null;
    if (states.keepValues()) {
      mapping = scope.allocateZeroed(4L * (other.size() + 1));
    }
    int total = (int) (ids.byteSize() >>> 2);
    for (int first = 0; first < total; first += capacity) {
      cancellation.check();
      int count = Math.min(capacity, total - first);
      MemorySegment from = ids.asSlice((long) first << 2, (long) count << 2);
      if (!isKeyless()) {
        other.emitKeys(from, count, theirs);
      }
      merge(theirs, other.states, from, count);
      for (int i = 0; mapping != null && i < count; i++) {
        mapping.set(JAVA_INT, (long) State.id(from, i) << 2, State.id(to, i));
      }
    }
    if (mapping != null) {
      states.mergeValues(other.states, ids, mapping, cancellation);
      scope.release(mapping);
    }
  }

  /**
   * Adds groups that have been aggregated elsewhere; at most as many as a batch has rows.
   *
   * @param theirKeys one row a group
   * @param from their numbers in their states, 4 bytes each
   */
  void merge(ColumnVector[] theirKeys, AggregateStates theirs, MemorySegment from, int count) {
    MemorySegment to = mergedIds();
    groupsBefore = index.size();
    if (isKeyless()) {
      to.set(JAVA_INT, 0, 1);
    } else {
      index.find(theirKeys, count, to);
    }
    states.reserve(size());
    states.merge(theirs, from, to, count);
  }

  /** Returns, for each group that is merged, its number in this grouping. */
  private MemorySegment mergedIds() {
    MemorySegment ids = merged;
    if (ids == null) {
      ids = scope.allocateScratch(4L * capacity);
      merged = ids;
    }
    return ids;
  }

  /** Nothing more comes. */
  void finish(CancellationToken cancellation) {
    index.complete();
    states.finish(size(), cancellation);
  }

  /** Makes vectors for the keys of a batch. */
  ColumnVector[] newKeys(MemoryScope memory) {
    ColumnVector[] vectors = new ColumnVector[keys.length];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = new ColumnVector(single[i].type(), memory);
    }
    return vectors;
  }

  /** Ends the adding of groups, so that keys may be emitted as dictionary codes. */
  void completeKeys() {
    index.complete();
  }

  /**
   * The keys of some groups.
   *
   * @param ids 32-bit numbers
   */
  void emitKeys(MemorySegment ids, int count, ColumnVector[] out) {
    for (int i = 0; i < keys.length; i++) {
      index.emit(i, ids, count, out[i]);
    }
  }

  int keyCount() {
    return keys.length;
  }

  /** The types of what {@link #store} makes. */
  List<DataType> storedTypes() {
    List<DataType> types = shape.keyTypes();
    types.addAll(states.storedTypes());
    return types;
  }

  /**
   * Makes a batch of some groups: keys, then states, without distinct arguments.
   *
   * @param ids 32-bit numbers
   */
  void store(MemorySegment ids, int count, Batch out) {
    for (int i = 0; i < keys.length; i++) {
      index.emit(i, ids, count, out.column(i));
    }
    states.store(ids, count, out, keys.length);
    out.set(count, null);
  }

  /**
   * Makes a batch of the groups [from, from + count): keys, then results.
   *
   * @param ids scratch for as many 32-bit numbers
   */
  void emit(int from, int count, MemorySegment ids, Batch out) {
    for (int i = 0; i < count; i++) {
      ids.set(JAVA_INT, (long) i << 2, from + i);
    }
    for (int i = 0; i < keys.length; i++) {
      index.emit(i, ids, count, out.column(i));
    }
    for (int i = 0; i < states.resultCount(); i++) {
      states.result(i).emit(from, count, out.column(keys.length + i));
    }
    out.set(count, null);
  }

  /** Gives the memory back; the query's end does, too. */
  @Override
  public void close() {
    scope.close();
  }
}
