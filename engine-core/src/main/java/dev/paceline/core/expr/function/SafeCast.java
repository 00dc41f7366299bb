package dev.paceline.core.expr.function;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.ColumnReference;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import java.util.List;

/** A cast that gives NULL where it fails; a failure of its operand remains one. */
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
  public Evaluator newEvaluator(WorkerContext context) {
    return new SafeEvaluator(
        operand.newEvaluator(context),
        new FailureToNull(cast).newEvaluator(context),
        operand.type());
  }

  @Override
  public String toString() {
    return "SAFE_CAST(" + operand + " AS " + type() + ")";
  }

  private static final class SafeEvaluator implements Evaluator {
    private final Evaluator input;
    private final Evaluator caster;
    private final ColumnVector value;
    private final Batch values;

    SafeEvaluator(Evaluator input, Evaluator caster, DataType type) {
      this.input = input;
      this.caster = caster;
      value = new ColumnVector(type);
      values = new Batch(value);
    }

    @Override
    public ColumnVector evaluate(Batch batch) {
      values.set(batch.rowCount(), null);
      value.pointTo(input.evaluate(batch));
      return caster.evaluate(values);
    }
  }
}
