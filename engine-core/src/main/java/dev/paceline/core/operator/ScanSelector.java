package dev.paceline.core.operator;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkFilter;
import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.RuntimeFilter;
import dev.paceline.core.scan.ScanTarget.FirstRows;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects the rows of a chunk that pass a scan's predicates, the runtime filters of joins above,
 * the bound of a sort that wants its first rows only, and the residual condition. What is cheap for
 * whole vectors comes first; what takes row by row sees what is left. For one worker.
 */
final class ScanSelector {
  /**
   * A runtime filter that a larger share of the rows passes is not worth its time. It is tried
   * again in the next chunk.
   */
  private static final double USELESS_PASS_RATE = 0.9;

  private final List<ScanPredicate> predicates;
  private final List<ActiveKeyFilter> keyFilters;
  private final @Nullable FirstRows firstRows;
  private final int batchRows;
  private final Selection selection;
  private final int[] residualColumns;
  private final @Nullable Batch residualBatch;
  private final @Nullable Evaluator residualEvaluator;
  private final ColumnVector[] keys;
  private final boolean[] sortedKeys;

  /** The filters of the predicates, followed by that of a sort that wants the first rows. */
  private final ChunkFilter[] filters;

  private final ColumnVector[] filterScratch;
  private final ScanFilterOrder filterOrder;
  private final ScanFilterOrder keyFilterOrder;

  /** Whether no rows have been selected since {@link #bind}: useless filters get another chance. */
  private boolean justBound;

  /**
   * A runtime filter that the build side of its join has published.
   *
   * @param column position in the scan's columns
   */
  record ActiveKeyFilter(RuntimeFilter filter, int column) {}

  /**
   * @param types of the scan's columns
   * @param firstRows which rows a sort above still wants; null for all
   */
  ScanSelector(
      List<DataType> types,
      List<ScanPredicate> predicates,
      List<ActiveKeyFilter> keyFilters,
      @Nullable FirstRows firstRows,
      @Nullable Expression residual,
      WorkerContext context) {
    this.predicates = predicates;
    this.keyFilters = keyFilters;
    this.firstRows = firstRows;
    batchRows = context.batchRows();
    selection = new Selection(context.memory(), ScanStep.maxRows(batchRows), batchRows);
    int filterCount = predicates.size() + (firstRows == null ? 0 : 1);
    filters = new ChunkFilter[filterCount];
    filterScratch = new ColumnVector[filterCount];
    filterOrder = new ScanFilterOrder(filterCount);
    keyFilterOrder = new ScanFilterOrder(keyFilters.size());
    for (int i = 0; i < filterCount; i++) {
      filterScratch[i] = new ColumnVector(types.get(predicate(i).column()), context.memory());
    }
    keys = new ColumnVector[keyFilters.size()];
    sortedKeys = new boolean[keys.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = new ColumnVector(types.get(keyFilters.get(i).column()), context.memory());
    }
    if (residual == null) {
      residualColumns = new int[0];
      residualBatch = null;
      residualEvaluator = null;
    } else {
      residualColumns = ColumnReferences.of(residual);
      ColumnVector[] all = new ColumnVector[types.size()];
      for (int column : residualColumns) {
        all[column] = new ColumnVector(types.get(column), context.memory());
      }
      residualBatch = new Batch(all);
      residualEvaluator = residual.newEvaluator(context);
    }
  }

  /** Returns the rows that {@link #select} has selected. */
  Selection selection() {
    return selection;
  }

  private ScanPredicate predicate(int number) {
    FirstRows first = firstRows;
    return first == null || number < predicates.size()
        ? predicates.get(number)
        : new ScanPredicate(first.column(), first.bound().wanted());
  }

  /**
   * Translates the predicates for a chunk, whose rows are selected next.
   *
   * @return false if no row of the chunk can pass
   */
  boolean bind(Chunk chunk) {
    for (int i = 0; i < filters.length; i++) {
      if (!bind(chunk, i)) {
        return false;
      }
    }
    for (int i = 0; i < keys.length; i++) {
      ActiveKeyFilter keyFilter = keyFilters.get(i);
      RuntimeFilter filter = keyFilter.filter();
      ColumnStatistics statistics = chunk.column(keyFilter.column()).statistics();
      sortedKeys[i] = statistics.hasLongBounds() && statistics.sorted();
      if (statistics.hasLongBounds()
          && !filter.mayContainBetween(statistics.minLong(), statistics.maxLong())) {
        return false;
      }
    }
    filterOrder.adapt();
    keyFilterOrder.adapt();
    justBound = true;
    return true;
  }

  /**
   * Translates the bound of the sort again, which has become narrower since the last {@link #bind}
   * for this chunk.
   *
   * @return false if no further row of the chunk can pass
   */
  boolean bindFirstRows(Chunk chunk) {
    justBound = true;
    return bind(chunk, predicates.size());
  }

  private boolean bind(Chunk chunk, int number) {
    ScanPredicate predicate = predicate(number);
    ChunkFilter filter =
        chunk.column(predicate.column()).filter(predicate.predicate(), filterScratch[number]);
    filters[number] = filter;
    return filter.outcome() != Outcome.NONE_MATCH;
  }

  /**
   * Fills the selection. The residual condition only sees what fits in a batch: if more rows are
   * left before it, it is not evaluated, and the caller asks again for fewer rows.
   *
   * @return false if no row is selected
   */
  boolean select(Chunk chunk, int from, int count) {
    selection.selectAll(count);
    boolean some =
        selectByPredicates(from, count, false)
            && selectByKeys(chunk, from, count)
            && selectByPredicates(from, count, true)
            && (residualEvaluator == null
                || selection.count() > batchRows
                || selectByResidual(chunk, from, count));
    justBound = false;
    return some;
  }

  /**
   * @param rowByRow whether the predicates that take row by row are applied, or the others
   */
  private boolean selectByPredicates(int from, int count, boolean rowByRow) {
    int left = selection.count();
    for (int i = 0; i < filterOrder.size(); i++) {
      int index = filterOrder.at(i);
      ChunkFilter filter = filters[index];
      if (filter.outcome() == Outcome.ALL_MATCH
          || filter.takesRowByRow() != rowByRow
          || !justBound && isUselessBound(index)) {
        continue;
      }
      filter.narrow(from, count, selection.bitmap());
      int now = selection.update(count);
      filterOrder.observe(index, left, now);
      left = now;
      if (left == 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether a predicate is the bound of a sort, which drops rows anyway, and passes most rows. */
  private boolean isUselessBound(int index) {
    return index == predicates.size() && filterOrder.passRate(index) > USELESS_PASS_RATE;
  }

  private boolean selectByKeys(Chunk chunk, int from, int count) {
    int left = selection.count();
    for (int i = 0; i < keyFilterOrder.size(); i++) {
      int index = keyFilterOrder.at(i);
      if (!justBound && keyFilterOrder.passRate(index) > USELESS_PASS_RATE) {
        continue;
      }
      ActiveKeyFilter keyFilter = keyFilters.get(index);
      ColumnVector key = keys[index];
      chunk.column(keyFilter.column()).read(from, count, key);
      int now = 0;
      if (!sortedKeys[index]
          || keyFilter.filter().mayContainBetween(key.getLong(0), key.getLong(count - 1))) {
        keyFilter.filter().narrow(key, count, selection.bitmap());
        now = selection.update(count);
      }
      keyFilterOrder.observe(index, left, now);
      left = now;
      if (left == 0) {
        return false;
      }
    }
    return true;
  }

  private boolean selectByResidual(Chunk chunk, int from, int count) {
    Batch batch = requireNonNull(residualBatch);
    boolean dense = selection.isAll();
    for (int column : residualColumns) {
      if (dense) {
        chunk.column(column).read(from, count, batch.column(column));
      } else {
        chunk.column(column).read(from, selection, batch.column(column));
      }
    }
    int rows = selection.count();
    batch.set(rows, null);
    ColumnVector truth = requireNonNull(residualEvaluator).evaluate(batch);
    if (truth.isConstant()) {
      return !truth.isConstantNull() && truth.constantLong() != 0;
    }
    MemorySegment bitmap = selection.bitmap();
    if (dense) {
      TrueRows.copy(truth, rows, bitmap);
    } else {
      MemorySegment positions = selection.positions();
      for (int i = 0; i < rows; i++) {
        if (!TrueRows.isTrue(truth, i)) {
          Bitmaps.clear(bitmap, 0, positions.get(ValueLayout.JAVA_INT, (long) i << 2));
        }
      }
    }
    return selection.update(count) > 0;
  }
}
