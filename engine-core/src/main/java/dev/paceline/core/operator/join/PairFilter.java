package dev.paceline.core.operator.join;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.operator.ColumnReferences;
import dev.paceline.core.operator.TrueRows;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Tests pairs of left and right rows: whether their keys are really equal, where the table only
 * says that they may be, and whether the join's condition is true. One worker uses it.
 */
public final class PairFilter {
  private final int leftCount;
  private final JoinColumns columns;
  private final RowStore store;
  private final int capacity;
  private final int[] conditionColumns;
  private final @Nullable Evaluator condition;
  private final ColumnVector[] vectors;
  private final Batch pairs;
  private final MemorySegment bitmap;
  private final @Nullable KeyEquality equality;

  /**
   * @param expression what pairs must satisfy, of the join's condition; null for nothing
   * @param equality how to verify keys; null if the table is exact
   */
  public PairFilter(
      JoinShape shape,
      JoinColumns columns,
      RowStore store,
      @Nullable Expression expression,
      @Nullable KeyEquality equality,
      WorkerContext context) {
    this.columns = columns;
    this.store = store;
    this.capacity = context.batchRows();
    this.equality = equality;
    leftCount = shape.leftTypes().size();
    conditionColumns = expression == null ? new int[0] : ColumnReferences.of(expression);
    condition = expression == null ? null : expression.newEvaluator(context);
    vectors = new ColumnVector[leftCount + shape.rightTypes().size()];
    for (int i = 0; i < vectors.length; i++) {
      DataType type =
          i < leftCount ? shape.leftTypes().get(i) : shape.rightTypes().get(i - leftCount);
      vectors[i] = new ColumnVector(type, context.memory());
    }
    pairs = new Batch(vectors);
    bitmap = context.memory().allocate(Bitmaps.bytes(capacity));
  }

  /** Whether every pair passes. */
  public boolean isTrivial() {
    return condition == null && equality == null;
  }

  /** Whether pairs pass whose keys are equal. */
  public boolean verifiesKeysOnly() {
    return condition == null;
  }

  /**
   * @param positions left rows
   * @param rows right rows
   * @return a bitmap of the pairs that pass, valid until the next call
   */
  public MemorySegment test(Batch left, MemorySegment positions, MemorySegment rows, int count) {
    Bitmaps.fill(bitmap, 0, count);
    if (equality != null) {
      equality.narrow(left, positions, store, rows, count, bitmap);
    }
    if (condition != null) {
      for (int column : conditionColumns) {
        ColumnVector vector = vectors[column];
        if (column < leftCount) {
          Compactor.gather(left.column(column), positions, count, vector, capacity);
        } else {
          store.gather(columns.stored(column - leftCount), rows, count, vector, capacity);
        }
      }
      TrueRows.and(condition.evaluate(pairs.set(count, null)), count, bitmap);
    }
    return bitmap;
  }
}
