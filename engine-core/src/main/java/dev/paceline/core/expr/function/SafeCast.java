package dev.paceline.core.expr.function;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorClass;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.ColumnReference;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.Blender;
import dev.paceline.core.expr.vector.RowSubset;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A cast that gives NULL where it fails: tried on the whole batch and, if that fails, row by row.
 */
public final class SafeCast extends Expression {
  private final Expression operand;
  private final Expression cast;

  private SafeCast(Expression operand, Expression cast) {
    super(cast.type());
    this.operand = operand;
    this.cast = cast;
  }

  public static Expression of(Expression operand, DataType type) {
    Expression cast = Casts.cast(new ColumnReference(0, operand.type()), type);
    return cast.canFail() ? new SafeCast(operand, cast) : Casts.cast(operand, type);
  }

  /**
   * Returns a cast that gives NULL where another one fails.
   *
   * @param cast of the only column of a batch, which has the values of the operand
   */
  public static Expression of(Expression operand, Expression cast) {
    return new SafeCast(operand, cast);
  }

  @Override
  public List<Expression> operands() {
    return List.of(operand);
  }

  @Override
  public boolean canFail() {
    return operand.canFail();
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    return new SafeEvaluator(context);
  }

  @Override
  public String toString() {
    return "SAFE_CAST(" + operand + " AS " + type() + ")";
  }

  private final class SafeEvaluator implements Evaluator {
    private final Evaluator input;
    private final Evaluator caster;
    private final RowSubset rowSubset;
    private final ColumnVector value;
    private final Batch values;
    private final ColumnVector single;
    private final ColumnVector failed;
    private final ColumnVector succeeded;
    private final Blender blender;

    SafeEvaluator(WorkerContext context) {
      input = operand.newEvaluator(context);
      caster = cast.newEvaluator(context);
      rowSubset = new RowSubset(cast, context);
      value = new ColumnVector(operand.type());
      values = new Batch(value);
      single = new ColumnVector(DataType.BOOLEAN, context.memory());
      failed = new ColumnVector(DataType.BOOLEAN, context.memory());
      succeeded = new ColumnVector(DataType.BOOLEAN, context.memory());
      blender = new Blender(type(), context);
    }

    @Override
    public ColumnVector evaluate(Batch batch) {
      int rows = batch.rowCount();
      values.set(rows, null);
      value.pointTo(input.evaluate(batch));
      try {
        return caster.evaluate(values);
      } catch (PacelineException e) {
        if (e.code().errorClass() != ErrorClass.USER) {
          throw e;
        }
      }
      MemorySegment good = succeeded.scratch(Bitmaps.bytes(rows));
      MemorySegment bad = failed.scratch(Bitmaps.bytes(rows));
      Bitmaps.zero(good, 0, rows);
      for (int row = 0; row < rows; row++) {
        if (casts(row, rows)) {
          Bitmaps.set(good, 0, row);
        }
      }
      for (long at = 0; at < Bitmaps.bytes(rows); at += 8) {
        bad.set(JAVA_LONG, at, ~good.get(JAVA_LONG, at));
      }
      blender.reset();
      blender.addDense(new ColumnVector(type()).setConstantNull(), bad);
      Batch part = rowSubset.of(values, good);
      if (part != null) {
        blender.addRows(caster.evaluate(part), good, rowSubset.positions(), part.rowCount());
      }
      return blender.blend(rows);
    }

    private boolean casts(int row, int rows) {
      MemorySegment only = single.scratch(Bitmaps.bytes(rows));
      Bitmaps.zero(only, 0, rows);
      Bitmaps.set(only, 0, row);
      Batch part = rowSubset.of(values, only);
      try {
        caster.evaluate(part == null ? values : part);
        return true;
      } catch (PacelineException e) {
        if (e.code().errorClass() != ErrorClass.USER) {
          throw e;
        }
        return false;
      }
    }
  }
}
