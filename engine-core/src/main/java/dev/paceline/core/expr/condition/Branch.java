package dev.paceline.core.expr.condition;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.ColumnReference;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.expr.vector.Blender;
import dev.paceline.core.expr.vector.RowSubset;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/**
 * An expression that gives only some rows of a result: computed on all rows, or on its own rows
 * alone if it can fail or if they are few.
 */
final class Branch {
  /** A branch with less than one row in this number of rows is computed on its own rows. */
  private static final int FEW = 4;

  private final Evaluator evaluator;
  private final RowSubset subset;
  private final boolean failing;
  private final boolean trivial;
  private final ColumnVector mask;

  Branch(Expression expression, WorkerContext context) {
    evaluator = expression.newEvaluator(context);
    subset = new RowSubset(expression, context);
    failing = expression.canFail();
    trivial = expression instanceof Literal || expression instanceof ColumnReference;
    mask = new ColumnVector(DataType.BOOLEAN, context.memory());
  }

  /** The bitmap of this branch's rows, to be filled before {@link #addTo}. */
  MemorySegment mask(int rows) {
    return mask.scratch(Bitmaps.bytes(rows));
  }

  /** Computes the rows of the mask and gives them to the blender; nothing if there are none. */
  void addTo(Blender blender, Batch batch) {
    int rows = batch.rowCount();
    MemorySegment chosen = mask(rows);
    int count = Bitmaps.count(chosen, 0, rows);
    if (count == 0) {
      return;
    }
    if (count == rows || trivial || !failing && count >= rows / FEW) {
      blender.addDense(evaluator.evaluate(batch), chosen);
      return;
    }
    Batch part = subset.of(batch, chosen);
    if (part == null) {
      throw new IllegalStateException("counted rows are gone");
    }
    blender.addRows(evaluator.evaluate(part), chosen, subset.positions(), part.rowCount());
  }

  /** Copies a bitmap. */
  static void copy(MemorySegment source, MemorySegment target, int rows) {
    for (long at = 0; at < Bitmaps.bytes(rows); at += 8) {
      target.set(JAVA_LONG, at, source.get(JAVA_LONG, at));
    }
  }
}
