package dev.paceline.core.operator.join.nested;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.operator.TrueRows;
import dev.paceline.core.operator.join.JoinOutput;
import dev.paceline.core.operator.join.JoinShape;
import dev.paceline.core.operator.join.MatchedRows;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Loops over all pairs of a left batch and the right rows. The longer side lies in vectors, the
 * other one's rows are constants beside it, so that the condition always runs vectorised.
 */
final class NestedLoopProbe implements StageFactory {
  private final NestedLoopBuild build;

  NestedLoopProbe(NestedLoopBuild build) {
    this.build = build;
  }

  @Override
  public BatchConsumer newStage(WorkerContext context, BatchConsumer downstream) {
    return new Stage(build, context, new JoinOutput(build.columns(), context, downstream));
  }

  @Override
  public String name() {
    return "nested loop join " + build.shape().type();
  }

  private static final class Stage implements BatchConsumer {
    private final NestedLoopBuild build;
    private final WorkerContext context;
    private final JoinOutput output;
    private final JoinType type;
    private final boolean existence;
    private final int leftCount;
    private final int[] conditionColumns;
    private final @Nullable Expression expression;
    private final @Nullable Evaluator condition;
    private final ColumnVector[] vectors;
    private final Batch pairs;
    private final Compactor compactor;
    private final int capacity;
    private final Selection selection;
    private final MatchedRows matched;
    private final MemorySegment pairPositions;
    private final MemorySegment pairRows;
    private int pairCount;

    Stage(NestedLoopBuild build, WorkerContext context, JoinOutput output) {
      this.build = build;
      this.context = context;
      this.output = output;
      JoinShape shape = build.shape();
      type = shape.type();
      existence = shape.asksForExistence();
      leftCount = shape.leftTypes().size();
      conditionColumns = build.columns().conditionColumns();
      expression = shape.condition();
      condition = expression == null ? null : expression.newEvaluator(context);
      vectors = new ColumnVector[leftCount + shape.rightTypes().size()];
      for (int i = 0; i < vectors.length; i++) {
        DataType columnType =
            i < leftCount ? shape.leftTypes().get(i) : shape.rightTypes().get(i - leftCount);
        vectors[i] = new ColumnVector(columnType, context.memory());
      }
      pairs = new Batch(vectors);
      capacity = context.batchRows();
      compactor =
          new Compactor(shape.leftTypes().toArray(DataType[]::new), context.memory(), capacity);
      selection = new Selection(context.memory(), capacity);
      matched = new MatchedRows(context, output);
      pairPositions = context.memory().allocate(4L * capacity);
      pairRows = context.memory().allocate(4L * capacity);
    }

    @Override
    public boolean accept(Batch given) {
      RowStore store = build.store();
      if (store.rowCount() == 0) {
        return switch (type) {
          case LEFT, FULL, ANTI -> output.emitLeft(given, given.selection());
          default -> true;
        };
      }
      if (condition == null && existence) {
        return type == JoinType.ANTI || output.emitLeft(given, given.selection());
      }
      Batch left = isWorthCompacting(given) ? compactor.compact(given) : given;
      matched.clear(left);
      boolean more =
          left.selectedCount() < Math.min(store.rowCount(), capacity)
              ? loopOverLeft(left, store)
              : loopOverRight(left, store);
      more = more && flush(left, store);
      return more
          && switch (type) {
            case SEMI -> matched.emit(left, true);
            case LEFT, FULL, ANTI -> matched.emit(left, false);
            default -> true;
          };
    }

    private boolean isWorthCompacting(Batch left) {
      return left.selection() != null
          && (expression != null && expression.canFail()
              || 4L * left.selectedCount() < 3L * left.rowCount());
    }

    /** Right rows are constants beside the left batch. */
    private boolean loopOverRight(Batch left, RowStore store) {
      int count = left.rowCount();
      for (int column : conditionColumns) {
        if (column < leftCount) {
          vectors[column].pointTo(left.column(column));
        }
      }
      for (int row = 0; row < store.rowCount(); row++) {
        if ((row & 63) == 0) {
          context.query().cancellation().check();
        }
        for (int column : conditionColumns) {
          if (column >= leftCount) {
            store.constant(stored(column), row, vectors[column]);
          }
        }
        select(left.selection(), count);
        int hits = test(count);
        if (hits == 0) {
          continue;
        }
        matched.addAll(selection.bitmap(), count);
        if (existence) {
          if (matched.count(left) == left.selectedCount()) {
            return true;
          }
          continue;
        }
        mark(row);
        if (!(isMany(hits, count)
            ? output.emitConstant(left, hits == count ? null : selection, store, row)
            : addPairsOfRight(left, store, row))) {
          return false;
        }
      }
      return true;
    }

    /** Left rows are constants beside windows on the right rows. */
    private boolean loopOverLeft(Batch left, RowStore store) {
      Selection wanted = left.selection();
      MemorySegment positions = wanted == null ? null : wanted.positions();
      for (int i = 0; i < left.selectedCount(); i++) {
        int row = positions == null ? i : positions.get(ValueLayout.JAVA_INT, (long) i << 2);
        for (int column : conditionColumns) {
          if (column < leftCount) {
            RowStore.constant(left.column(column), row, vectors[column]);
          }
        }
        if (!loopOverWindows(left, row, store)) {
          return false;
        }
      }
      return true;
    }

    private boolean loopOverWindows(Batch left, int leftRow, RowStore store) {
      for (int from = 0; from < store.rowCount(); from += capacity) {
        context.query().cancellation().check();
        int count = Math.min(capacity, store.rowCount() - from);
        for (int column : conditionColumns) {
          if (column >= leftCount) {
            store.window(stored(column), from, count, vectors[column]);
          }
        }
        select(null, count);
        int hits = test(count);
        if (hits == 0) {
          continue;
        }
        matched.add(leftRow);
        if (existence) {
          return true;
        }
        MemorySegment rows = selection.positions();
        for (int i = 0; i < hits; i++) {
          mark(from + rows.get(ValueLayout.JAVA_INT, (long) i << 2));
        }
        if (!(isMany(hits, count)
            ? output.emitRight(left, leftRow, store, from, count, hits == count ? null : selection)
            : addPairsOfLeft(left, leftRow, store, from, hits))) {
          return false;
        }
      }
      return true;
    }

    private int stored(int column) {
      return build.columns().stored(column - leftCount);
    }

    /** Returns whether enough of the rows match for them to be delivered in place. */
    private boolean isMany(int hits, int count) {
      return 4L * hits >= count && (hits >= 64 || hits == count || pairCount == 0);
    }

    private void select(@Nullable Selection wanted, int count) {
      if (wanted == null) {
        Bitmaps.fill(selection.bitmap(), 0, count);
      } else {
        MemorySegment.copy(wanted.bitmap(), 0, selection.bitmap(), 0, Bitmaps.bytes(count));
      }
    }

    /** Narrows the selection to the rows for which the condition is true. */
    private int test(int count) {
      if (condition != null) {
        TrueRows.and(condition.evaluate(pairs.set(count, null)), count, selection.bitmap());
      }
      return selection.update(count);
    }

    private void mark(int row) {
      if (build.marks().byteSize() > 0) {
        build.marks().set(ValueLayout.JAVA_BYTE, row, (byte) 1);
      }
    }

    private boolean addPairsOfRight(Batch left, RowStore store, int right) {
      MemorySegment rows = selection.positions();
      for (int i = 0; i < selection.count(); i++) {
        if (!add(left, rows.get(ValueLayout.JAVA_INT, (long) i << 2), store, right)) {
          return false;
        }
      }
      return true;
    }

    private boolean addPairsOfLeft(Batch left, int leftRow, RowStore store, int from, int count) {
      MemorySegment rows = selection.positions();
      for (int i = 0; i < count; i++) {
        int right = from + rows.get(ValueLayout.JAVA_INT, (long) i << 2);
        if (!add(left, leftRow, store, right)) {
          return false;
        }
      }
      return true;
    }

    private boolean add(Batch left, int leftRow, RowStore store, int right) {
      pairPositions.set(ValueLayout.JAVA_INT, (long) pairCount << 2, leftRow);
      pairRows.set(ValueLayout.JAVA_INT, (long) pairCount << 2, right);
      pairCount++;
      return pairCount < capacity || flush(left, store);
    }

    private boolean flush(Batch left, RowStore store) {
      int count = pairCount;
      pairCount = 0;
      return count == 0 || output.emitPairs(left, pairPositions, store, pairRows, null, count);
    }
  }
}
