package dev.paceline.core.operator.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.Grouping.Shape;
import dev.paceline.core.operator.aggregate.state.AggregateStates;
import dev.paceline.core.operator.spill.PartitionedRows;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Groups as rows of a temporary file: their keys, then a column for each state, partitioned as the
 * rows are that they were made of. What is read is merged as another worker's groups would be. Not
 * with distinct arguments, whose values are rows of their own. One worker uses it.
 */
final class GroupRows implements BatchConsumer {
  private final Grouping target;
  private final ColumnVector[] keys;
  private final AggregateStates states;
  private final MemorySegment numbers;

  /**
   * @param target gets the groups that are read
   * @param scope for scratch
   */
  GroupRows(Shape shape, Grouping target, MemoryScope scope) {
    this.target = target;
    this.keys = new ColumnVector[shape.keys().length];
    int capacity = target.capacity();
    this.states =
        new AggregateStates(
            shape.inputTypes(), shape.calls(), false, scope, capacity, shape.hashMask(), () -> 0);
    this.numbers = scope.allocate(4L * capacity);
    number(numbers, 1, capacity);
  }

  /** Whether such groups can be written: they have keys to be partitioned by, and no sets. */
  static boolean supports(Shape shape) {
    return shape.keys().length > 0
        && shape.calls().stream().noneMatch(AggregateStates::keepsValues);
  }

  /**
   * Room for groups.
   *
   * @param like groups with the same keys and states
   */
  static PartitionedRows newFile(Grouping like, int level, QueryContext query) {
    int[] keys = IntStream.range(0, like.keyCount()).toArray();
    return new PartitionedRows("the groups", like.storedTypes(), keys, level, query);
  }

  /**
   * Writes all groups, which stay as they are. Its scratch ends with it.
   *
   * @param all at least one, with the same keys and states
   * @throws PacelineException if there is no room; nothing is left in files then
   */
  static PartitionedRows write(List<Grouping> all, QueryContext query) {
    Grouping first = all.getFirst();
    PartitionedRows file = newFile(first, 0, query);
    boolean complete = false;
    try (MemoryScope scope = query.budget().openScope("eviction of groups of " + query.name())) {
      PartitionedRows.Writer writer = file.newWriter(new WorkerContext(query, scope));
      Batch rows = newBatch(first.storedTypes(), scope);
      int capacity = first.capacity();
      MemorySegment ids = scope.allocate(4L * capacity);
      for (Grouping groups : all) {
        for (int from = 1; from <= groups.size(); from += capacity) {
          query.cancellation().check();
          int count = Math.min(capacity, groups.size() - from + 1);
          number(ids, from, count);
          groups.store(ids, count, rows);
          writer.accept(rows);
        }
      }
      file.finish();
      complete = true;
      return file;
    } finally {
      if (!complete) {
        file.close();
      }
    }
  }

  private static Batch newBatch(List<DataType> types, MemoryScope scope) {
    List<ColumnVector> columns = new ArrayList<>();
    types.forEach(type -> columns.add(new ColumnVector(type, scope)));
    return new Batch(columns.toArray(new ColumnVector[0]));
  }

  private static void number(MemorySegment ids, int from, int count) {
    for (int i = 0; i < count; i++) {
      ids.set(JAVA_INT, (long) i << 2, from + i);
    }
  }

  /** Merges groups that were written; always wants more. */
  @Override
  public boolean accept(Batch rows) {
    for (int i = 0; i < keys.length; i++) {
      keys[i] = rows.column(i);
    }
    states.load(rows, keys.length);
    target.merge(keys, states, numbers, rows.rowCount());
    return true;
  }
}
