package dev.paceline.core.operator.join.inequality;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.kernel.CompareKernels;
import dev.paceline.core.kernel.JoinKernels;
import dev.paceline.core.operator.join.JoinOutput;
import dev.paceline.core.operator.join.JoinShape;
import dev.paceline.core.operator.join.MatchedRows;
import dev.paceline.core.operator.join.PairFilter;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the right rows that satisfy one or two inequalities with a left row. The first inequality
 * selects a range of the sorted right rows; a bitmap tells which of these satisfy the second. Long
 * runs of matching rows are returned in place, with the left row's values as constants.
 */
final class InequalityProbe implements StageFactory {
  private final InequalityBuild build;

  InequalityProbe(InequalityBuild build) {
    this.build = build;
  }

  @Override
  public BatchConsumer newStage(WorkerContext context, BatchConsumer downstream) {
    return new Stage(build, context, new JoinOutput(build.columns(), context, downstream));
  }

  @Override
  public String name() {
    return "inequality join " + build.shape().type();
  }

  private static final class Stage implements BatchConsumer {
    /** Left rows between two looks at the cancellation. */
    private static final int CHECKED_ROWS = 64;

    private final InequalityBuild build;
    private final WorkerContext context;
    private final JoinOutput output;
    private final JoinType type;
    private final int capacity;
    private final Compactor compactor;
    private final Evaluator[] evaluators;
    private final ColumnVector[] bounds;
    private final List<OrderedKey> keys;
    private final Selection selection;
    private final MatchedRows matched;
    private final MemorySegment pairPositions;
    private final MemorySegment pairRows;
    private @Nullable PairFilter residual;
    private int pairCount;

    Stage(InequalityBuild build, WorkerContext context, JoinOutput output) {
      this.build = build;
      this.context = context;
      this.output = output;
      JoinShape shape = build.shape();
      type = shape.type();
      capacity = context.batchRows();
      compactor =
          new Compactor(shape.leftTypes().toArray(DataType[]::new), context.memory(), capacity);
      evaluators =
          build.condition().comparisons().stream()
              .map(comparison -> comparison.left().newEvaluator(context))
              .toArray(Evaluator[]::new);
      bounds = new ColumnVector[evaluators.length];
      keys = build.keys();
      selection = new Selection(context.memory(), windowRows());
      matched = new MatchedRows(context, output);
      pairPositions = context.memory().allocate(4L * capacity);
      pairRows = context.memory().allocate(4L * capacity);
    }

    @Override
    public boolean accept(Batch given) {
      RowStore store = build.store();
      SortedKeys sorted = build.sorted(); // The call takes a lock, so it is made once a batch.
      Batch left = compactor.compact(given);
      matched.clear(left);
      for (int i = 0; i < bounds.length; i++) {
        bounds[i] = evaluators[i].evaluate(left);
      }
      boolean decidesEarly = build.shape().asksForExistence() && build.shape().condition() == null;
      for (int row = 0; row < left.rowCount(); row++) {
        if (row % CHECKED_ROWS == 0) {
          context.query().cancellation().check();
        }
        if (!hasBounds(row)) {
          continue;
        }
        int from = sorted.firstRow(keys.getFirst().bound(bounds[0], row));
        if (decidesEarly) {
          if (exists(sorted, from, row)) {
            matched.add(row);
          }
        } else if (!search(left, row, sorted, from, store)) {
          return false;
        }
      }
      return flush(left, store)
          && switch (type) {
            case SEMI -> matched.emit(left, true);
            case LEFT, ANTI -> matched.emit(left, false);
            default -> true;
          };
    }

    private boolean hasBounds(int row) {
      for (int i = 0; i < bounds.length; i++) {
        if (!keys.get(i).hasBound(bounds[i], row)) {
          return false;
        }
      }
      return true;
    }

    private boolean exists(SortedKeys sorted, int from, int row) {
      return bounds.length == 1
          ? from < sorted.rowCount()
          : sorted.anyFrom(from, keys.get(1).bound(bounds[1], row));
    }

    /** Delivers or notes the partners of a left row from a right row on. */
    private boolean search(Batch left, int leftRow, SortedKeys sorted, int from, RowStore store) {
      int start = from / SortedKeys.FAN_OUT * SortedKeys.FAN_OUT;
      if (!sorted.hasSecond()) {
        // The first window may begin in front of the first partner, so that all begin at words.
        for (int at = start; at < sorted.rowCount(); at += windowRows()) {
          int count = Math.min(windowRows(), sorted.rowCount() - at);
          Bitmaps.fill(selection.bitmap(), 0, count);
          if (!deliver(left, leftRow, store, at, count, from)) {
            return false;
          }
          if (isDecided(leftRow)) {
            return true;
          }
        }
        return true;
      }
      long bound = keys.get(1).bound(bounds[1], leftRow);
      int block = sorted.nextBlock(start / SortedKeys.FAN_OUT, bound);
      while (block >= 0) {
        int end = block + 1;
        int most = block + windowRows() / SortedKeys.FAN_OUT;
        while (end < most && sorted.blockMatches(end, bound)) {
          end++;
        }
        int at = block * SortedKeys.FAN_OUT;
        int count = Math.min(end * SortedKeys.FAN_OUT, sorted.rowCount()) - at;
        Bitmaps.fill(selection.bitmap(), 0, count);
        CompareKernels.current()
            .narrowLongs(
                sorted.second(), (long) at << 3, count, bound, Long.MAX_VALUE, selection.bitmap());
        if (!deliver(left, leftRow, store, at, count, from)) {
          return false;
        }
        if (isDecided(leftRow)) {
          return true;
        }
        block = sorted.nextBlock(end, bound);
      }
      return true;
    }

    /** Whether nothing but the existence of a partner is asked for, and one has been found. */
    private boolean isDecided(int leftRow) {
      return build.shape().asksForExistence() && matched.contains(leftRow);
    }

    /** Rows of a window: what a batch takes, in whole blocks. */
    private int windowRows() {
      return Math.max(SortedKeys.FAN_OUT, capacity / SortedKeys.FAN_OUT * SortedKeys.FAN_OUT);
    }

    /**
     * Delivers or notes the selected right rows of a window.
     *
     * @param at first row of the window
     * @param from rows before it are no partners
     */
    private boolean deliver(Batch left, int leftRow, RowStore store, int at, int count, int from) {
      MemorySegment bitmap = selection.bitmap();
      if (from > at) {
        long word = bitmap.get(ValueLayout.JAVA_LONG, 0);
        bitmap.set(ValueLayout.JAVA_LONG, 0, word & -1L << (from - at));
      }
      int hits = selection.update(count);
      if (hits == 0) {
        return true;
      }
      if (build.shape().condition() == null
          && hits >= SortedKeys.FAN_OUT
          && 4L * hits >= count
          && count <= capacity) {
        matched.add(leftRow);
        return output.emitRight(left, leftRow, store, at, count, hits == count ? null : selection);
      }
      MemorySegment rows = selection.positions();
      for (int i = 0; i < hits; i++) {
        pairPositions.set(ValueLayout.JAVA_INT, (long) pairCount << 2, leftRow);
        pairRows.set(
            ValueLayout.JAVA_INT,
            (long) pairCount << 2,
            at + rows.get(ValueLayout.JAVA_INT, (long) i << 2));
        if (++pairCount == capacity && !flush(left, store)) {
          return false;
        }
      }
      return true;
    }

    /** Tests and delivers the pairs that have been noted. */
    private boolean flush(Batch left, RowStore store) {
      context.query().cancellation().check();
      int count = pairCount;
      pairCount = 0;
      if (count > 0 && build.shape().condition() != null) {
        MemorySegment passed = residual(store).test(left, pairPositions, pairRows, count);
        JoinKernels.compact(pairRows, count, passed);
        count = JoinKernels.compact(pairPositions, count, passed);
      }
      for (int i = 0; i < count; i++) {
        matched.add(pairPositions.get(ValueLayout.JAVA_INT, (long) i << 2));
      }
      return count == 0
          || build.shape().asksForExistence()
          || output.emitPairs(left, pairPositions, store, pairRows, null, count);
    }

    private PairFilter residual(RowStore store) {
      PairFilter known = residual;
      if (known == null) {
        known =
            new PairFilter(
                build.shape(), build.columns(), store, build.shape().condition(), null, context);
        residual = known;
      }
      return known;
    }
  }
}
