package dev.paceline.core.expr.function;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorClass;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.Blender;
import dev.paceline.core.expr.vector.RowSubset;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * An expression that is NULL in the rows in which it fails by its values: tried on the whole batch
 * and, if that fails, row by row.
 */
public final class FailureToNull extends Expression {
  private final Expression tried;

  /**
   * @param tried the expression that may fail
   */
  public FailureToNull(Expression tried) {
    super(tried.type());
    this.tried = tried;
  }

  @Override
  public List<Expression> operands() {
    return List.of(tried);
  }

  @Override
  public boolean canFail() {
    return false;
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    return new TryingEvaluator(context);
  }

  @Override
  public String toString() {
    return "TRY(" + tried + ")";
  }

  private final class TryingEvaluator implements Evaluator {
    private final Evaluator evaluator;
    private final RowSubset rowSubset;
    private final ColumnVector single;
    private final ColumnVector failed;
    private final ColumnVector succeeded;
    private final Blender blender;

    TryingEvaluator(WorkerContext context) {
      evaluator = tried.newEvaluator(context);
      rowSubset = new RowSubset(tried, context);
      single = new ColumnVector(DataType.BOOLEAN, context.memory());
      failed = new ColumnVector(DataType.BOOLEAN, context.memory());
      succeeded = new ColumnVector(DataType.BOOLEAN, context.memory());
      blender = new Blender(type(), context);
    }

    @Override
    public ColumnVector evaluate(Batch batch) {
      int rows = batch.rowCount();
      try {
        return evaluator.evaluate(batch);
      } catch (PacelineException e) {
        checkThatUserCausedIt(e);
      }
      MemorySegment good = succeeded.scratch(Bitmaps.bytes(rows));
      MemorySegment bad = failed.scratch(Bitmaps.bytes(rows));
      Bitmaps.zero(good, 0, rows);
      for (int row = 0; row < rows; row++) {
        if (succeeds(batch, row)) {
          Bitmaps.set(good, 0, row);
        }
      }
      for (long at = 0; at < Bitmaps.bytes(rows); at += 8) {
        bad.set(JAVA_LONG, at, ~good.get(JAVA_LONG, at));
      }
      blender.reset();
      blender.addDense(new ColumnVector(type()).setConstantNull(), bad);
      Batch part = rowSubset.of(batch, good);
      if (part != null) {
        blender.addRows(evaluator.evaluate(part), good, rowSubset.positions(), part.rowCount());
      }
      return blender.blend(rows);
    }

    private boolean succeeds(Batch batch, int row) {
      int rows = batch.rowCount();
      MemorySegment only = single.scratch(Bitmaps.bytes(rows));
      Bitmaps.zero(only, 0, rows);
      Bitmaps.set(only, 0, row);
      Batch part = rowSubset.of(batch, only);
      try {
        evaluator.evaluate(part == null ? batch : part);
        return true;
      } catch (PacelineException e) {
        checkThatUserCausedIt(e);
        return false;
      }
    }

    private static void checkThatUserCausedIt(PacelineException e) {
      if (e.code().errorClass() != ErrorClass.USER) {
        throw e;
      }
    }
  }
}
