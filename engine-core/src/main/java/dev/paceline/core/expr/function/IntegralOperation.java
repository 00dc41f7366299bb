package dev.paceline.core.expr.function;

import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import java.util.List;

/**
 * Exact addition, subtraction or multiplication of unscaled values, checked against the result
 * type. Whoever makes it has brought the operands to the right scales.
 */
final class IntegralOperation extends Expression {
  private final ArithmeticOperator operator;
  private final Expression left;
  private final Expression right;

  /**
   * @param operator ADD, SUBTRACT or MULTIPLY
   */
  IntegralOperation(ArithmeticOperator operator, DataType type, Expression left, Expression right) {
    super(type);
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  public List<Expression> operands() {
    return List.of(left, right);
  }

  /** The range of the exact results, before the check against the type. */
  StaticRange computedRange() {
    return StaticRange.of(left).apply(operator, StaticRange.of(right));
  }

  @Override
  public boolean canFail() {
    return super.canFail() || !computedRange().within(StaticRange.of(type()));
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    return new IntegralEvaluator(
        operator, type(), left.newEvaluator(context), right.newEvaluator(context), context);
  }

  @Override
  public String toString() {
    return "(" + left + " " + operator.symbol() + " " + right + ")";
  }
}
