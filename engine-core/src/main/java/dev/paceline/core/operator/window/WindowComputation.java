package dev.paceline.core.operator.window;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.operator.sort.SampleSort;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.plan.WindowCall;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The window functions of rows that are in memory. First the phases run, by any workers; then any
 * workers read any positions.
 */
final class WindowComputation {
  /** The approximate bytes per row of the sort and of the starts of partitions. */
  private static final int SORT_ROW_BYTES = 30;

  /** The most bytes per row, approximately, of a function over frames. */
  private static final int CALL_ROW_BYTES = 26;

  private final WindowShape shape;
  private final RowStore store;
  private final MemoryScope memory;
  private final QueryContext query;
  private final Map<Integer, RangeKeys> rangeKeys = new HashMap<>();
  private final List<Evaluation> evaluations = new ArrayList<>();
  private @Nullable SortedRows rows;
  private @Nullable RowStarts starts;

  /** Which rows count for a function. */
  private record Argument(int column, boolean distinct) {}

  /**
   * @param store the rows, which nobody changes
   * @param memory for what is made, and scratch; the caller closes it
   */
  WindowComputation(WindowShape shape, RowStore store, MemoryScope memory, QueryContext query) {
    this.shape = shape;
    this.store = store;
    this.memory = memory;
    this.query = query;
  }

  /** About what a row will take beside itself. */
  static int rowBytes(WindowShape shape) {
    return SORT_ROW_BYTES + CALL_ROW_BYTES * shape.calls().size();
  }

  int rowCount() {
    return store.rowCount();
  }

  /** Everything there is to do before rows are read. */
  FinishPhase phases() {
    List<SortKey> keys = shape.sortKeys();
    if (keys.isEmpty() || store.rowCount() == 0) {
      return FinishPhase.COMPLETE.then(() -> evaluate(null));
    }
    ColumnVector[] columns = new ColumnVector[store.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = store.column(i);
    }
    SampleSort sort = new SampleSort(columns, store.rowCount(), keys, memory, query.cancellation());
    return sort.phases().then(() -> evaluate(sort.order()));
  }

  private FinishPhase evaluate(@Nullable MemorySegment order) {
    SortedRows sorted = new SortedRows(store, order);
    rows = sorted;
    RowStarts found =
        new RowStarts(sorted, shape.partitionKeys(), shape.orderKeys(), shape.calls(), memory);
    starts = found;
    return found.phases().then(() -> prepare(sorted, found));
  }

  private FinishPhase prepare(SortedRows sorted, RowStarts found) {
    Map<Argument, ArgumentRows> arguments = new LinkedHashMap<>();
    for (WindowCall call : shape.calls()) {
      ArgumentRows argument = argument(call, sorted, found, arguments);
      evaluations.add(evaluation(call, sorted, found, argument));
      int key = call.frame().rangeKey();
      if (key >= 0 && !rangeKeys.containsKey(key)) {
        ArgumentRows notNull = argument(new Argument(key, false), sorted, found, arguments);
        rangeKeys.put(key, new RangeKeys(sorted, key, orderOf(key), notNull, memory));
      }
    }
    return FinishPhase.all(arguments.values().stream().map(ArgumentRows::phases).toList())
        .then(this::prepareEvaluations);
  }

  /** Returns the order of a range key; that of a constant, which the plan leaves out, is any. */
  private SortKey orderOf(int rangeKey) {
    return shape.orderKeys().isEmpty()
        ? new SortKey(rangeKey, false, false)
        : shape.orderKeys().getFirst();
  }

  private FinishPhase prepareEvaluations() {
    List<FinishPhase> phases = new ArrayList<>();
    rangeKeys.values().forEach(keys -> phases.add(keys.phases()));
    evaluations.forEach(evaluation -> phases.add(evaluation.phases()));
    return FinishPhase.all(phases);
  }

  private @Nullable ArgumentRows argument(
      WindowCall call, SortedRows sorted, RowStarts found, Map<Argument, ArgumentRows> arguments) {
    return switch (call.function()) {
      case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE -> null;
      default ->
          call.arguments().isEmpty()
              ? null
              : argument(
                  new Argument(call.arguments().get(0), call.distinct()), sorted, found, arguments);
    };
  }

  private ArgumentRows argument(
      Argument argument,
      SortedRows sorted,
      RowStarts found,
      Map<Argument, ArgumentRows> arguments) {
    return arguments.computeIfAbsent(
        argument,
        key ->
            new ArgumentRows(
                sorted, found, key.column(), key.distinct(), shape.partitionKeys(), memory, query));
  }

  private Evaluation evaluation(
      WindowCall call, SortedRows sorted, RowStarts found, @Nullable ArgumentRows argument) {
    return switch (call.function()) {
      case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE -> new RankEvaluation(call);
      case LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE ->
          new ValueEvaluation(call, requireNonNull(argument));
      case COUNT -> new CountEvaluation(call, argument);
      case SUM, SUM0 ->
          call.type().family() == TypeFamily.FLOATING
              ? new DoubleSumTree(call, sorted, requireNonNull(argument), memory)
              : new SumEvaluation(call, sorted, requireNonNull(argument), memory);
      case MIN, MAX ->
          isLong(requireNonNull(argument).column())
              ? new LongTree(call, sorted, argument, memory)
              : new RowTree(call, sorted, argument, memory);
      case ARG_MIN, ARG_MAX -> new RowTree(call, sorted, requireNonNull(argument), memory);
      case NTH_SMALLEST ->
          new SmallestValues(call, sorted, requireNonNull(argument), memory, query.cancellation());
      case BIT_AND, BIT_OR, BIT_XOR -> new LongTree(call, sorted, requireNonNull(argument), memory);
      case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP ->
          new VarianceTree(call, sorted, requireNonNull(argument), memory);
      case LIBRARY -> new MomentTree(call, sorted, requireNonNull(argument), memory);
      case STRING_AGG ->
          new StringAggregation(
              call, sorted, found, requireNonNull(argument), memory, query.cancellation());
    };
  }

  private boolean isLong(int column) {
    ColumnVector values = store.column(column);
    return values.type().family() == TypeFamily.INTEGRAL
        && (values.isConstantNull() || values.width() < 16 && !values.isConstant());
  }

  /** A worker's way to compute rows; once the phases have ended. */
  Reader newReader(WorkerContext context) {
    return new Reader(context);
  }

  /** Computes the functions of positions. One worker uses it. */
  final class Reader {
    private final WindowBatch positions;
    private final List<Evaluation.Evaluator> evaluators = new ArrayList<>();
    private final Batch batch;
    private final int capacity;

    private Reader(WorkerContext context) {
      capacity = context.batchRows();
      positions =
          new WindowBatch(
              requireNonNull(rows), requireNonNull(starts), rangeKeys, context.memory(), capacity);
      evaluations.forEach(evaluation -> evaluators.add(evaluation.open(positions)));
      List<DataType> types = shape.outputTypes();
      ColumnVector[] columns = new ColumnVector[types.size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = new ColumnVector(types.get(i), context.memory());
      }
      batch = new Batch(columns);
    }

    /**
     * Pushes the rows of some positions, until the consumer needs no more; checks the cancellation
     * for each batch.
     *
     * @return false if the consumer needs no more
     */
    boolean read(int from, int to, BatchConsumer out) {
      for (int at = from; at < to; at += capacity) {
        query.cancellation().check();
        int count = Math.min(capacity, to - at);
        positions.move(at, count);
        int inputs = shape.types().size();
        for (int i = 0; i < inputs; i++) {
          positions.read(i, batch.column(i));
        }
        for (int i = 0; i < evaluators.size(); i++) {
          evaluators.get(i).evaluate(batch.column(inputs + i));
        }
        if (!out.accept(batch.set(count, null))) {
          return false;
        }
      }
      return true;
    }
  }
}
