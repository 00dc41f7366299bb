package dev.paceline.core.operator.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.kernel.RunKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.Grouping.Shape;
import dev.paceline.core.operator.aggregate.index.AffineLanes;
import dev.paceline.core.operator.aggregate.index.KeyColumn;
import dev.paceline.core.operator.aggregate.state.AggregateStates;
import dev.paceline.core.operator.aggregate.state.GroupNumbers;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * GROUP BY one column by which the rows of a table are sorted, without a table of groups: in each
 * batch, a run of equal keys that is neither the first nor the last is a whole group, which flows
 * on at once. The first and the last run of each batch may go on elsewhere: they are aggregated,
 * and what comes out goes to a {@link HashAggregate}, which merges them and whose output is the
 * rest of the groups.
 *
 * <p>Source: the sort-based aggregation of the textbooks (Graefe, Query Evaluation Techniques for
 * Large Databases, 1993, section 4), where the input is sorted already.
 */
public final class StreamAggregate implements StageFactory {
  /**
   * Fewer whole groups than this in a batch go to the rest, too: so few rows are not worth the way
   * of a batch through the operators above.
   */
  private static final int FEW_GROUPS = 32;

  private final HashAggregate rest;
  private final int fewGroups;

  /**
   * @param rest gets the groups that may be incomplete; it has one key, of which batches have
   *     contiguous rows of a sorted table, perhaps without some of them
   */
  public StreamAggregate(HashAggregate rest) {
    this(rest, FEW_GROUPS);
  }

  StreamAggregate(HashAggregate rest, int fewGroups) {
    this.rest = rest;
    this.fewGroups = fewGroups;
  }

  /** Whether groups of such keys and calls can be made of sorted rows, one run after the other. */
  public static boolean supports(List<DataType> keys, List<AggregateCall> calls) {
    return keys.size() == 1
        && keys.getFirst().family() == TypeFamily.INTEGRAL
        && keys.getFirst().fitsLong()
        && calls.stream().noneMatch(AggregateCall::distinct)
        && calls.stream().noneMatch(AggregateStates::keepsValues)
        && calls.stream().noneMatch(call -> call.function() == AggregateFunction.SINGLE_VALUE);
  }

  @Override
  public BatchConsumer newStage(WorkerContext context, BatchConsumer downstream) {
    return new Runs(rest.shape(), rest.newGroups(), context, downstream);
  }

  @Override
  public String name() {
    return "group sorted";
  }

  /** The runs of one batch after the other: group i is the i-th run of the batch. */
  private final class Runs implements BatchConsumer {
    private final WorkerGroups incomplete;
    private final BatchConsumer downstream;
    private final int capacity;
    private final int keyColumn;
    private final Compactor compactor;
    private final KeyColumn key;
    private final GroupNumbers groups;
    private final AggregateStates states;
    private final MemorySegment lastRows;
    private final MemorySegment numbers;
    private final MemorySegment positions;
    private final ColumnVector[] incompleteKeys;
    private final Batch complete;

    Runs(Shape shape, WorkerGroups incomplete, WorkerContext context, BatchConsumer downstream) {
      MemoryScope scope = context.memory();
      List<DataType> types = shape.inputTypes();
      this.incomplete = incomplete;
      this.downstream = downstream;
      capacity = context.batchRows();
      keyColumn = shape.keys()[0];
      compactor = new Compactor(types.toArray(new DataType[0]), scope, capacity);
      DataType keyType = types.get(keyColumn);
      key = new KeyColumn(keyType, scope, capacity, shape.hashMask());
      groups = new GroupNumbers(scope, capacity, types.size());
      states =
          new AggregateStates(
              types, shape.calls(), false, scope, capacity, shape.hashMask(), () -> 0);
      lastRows = scope.allocate(4L * (capacity + 1));
      numbers = scope.allocate(4L * capacity);
      positions = scope.allocate(4L * capacity);
      incompleteKeys = incomplete.open().newKeys(scope);
      ColumnVector[] columns = new ColumnVector[1 + shape.calls().size()];
      columns[0] = new ColumnVector(keyType, scope);
      for (int i = 1; i < columns.length; i++) {
        columns[i] = new ColumnVector(shape.calls().get(i - 1).type(), scope);
      }
      complete = new Batch(columns);
    }

    @Override
    public boolean accept(Batch batch) {
      Batch rows = compactor.compact(batch);
      ColumnVector keys = rows.column(keyColumn);
      key.prepare(keys, rows.rowCount());
      AffineLanes codes = key.field(0);
      int runs =
          RunKernels.current()
              .find(codes.data(), codes.offset(), codes.width(), rows.rowCount(), lastRows);
      groups.startRuns(rows.rowCount(), runs, lastRows);
      states.clear(runs);
      states.update(groups, rows);
      if (runs - 2 < fewGroups) {
        for (int run = 1; run <= runs; run++) {
          keep(run, run - 1);
        }
        keep(keys, runs);
        return true;
      }
      keep(1, 0);
      keep(runs, 1);
      keep(keys, 2);
      return emit(keys, runs - 2);
    }

    /** Makes a run the i-th of those that go to the rest. */
    private void keep(int run, int i) {
      numbers.set(JAVA_INT, (long) i << 2, run);
      positions.set(JAVA_INT, (long) i << 2, lastRows.get(JAVA_INT, (long) run << 2));
    }

    private void keep(ColumnVector keys, int count) {
      Compactor.gather(keys, positions, count, incompleteKeys[0], capacity);
      incomplete.open().merge(incompleteKeys, states, numbers, count);
    }

    /** Hands on all runs but the first and the last. */
    private boolean emit(ColumnVector keys, int count) {
      Compactor.gather(keys, lastRows.asSlice(8, 4L * count), count, complete.column(0), capacity);
      for (int i = 0; i < states.resultCount(); i++) {
        states.result(i).emit(2, count, complete.column(1 + i));
      }
      return downstream.accept(complete.set(count, null));
    }
  }
}
