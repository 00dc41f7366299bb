package dev.paceline.core.expr.condition;

import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import java.util.List;

/** A comparison of operands that have the same family and, if INTEGRAL, the same scale. */
public final class Comparison extends Expression {
  private final ComparisonOperator operator;
  private final Expression left;
  private final Expression right;

  Comparison(ComparisonOperator operator, Expression left, Expression right) {
    super(DataType.BOOLEAN);
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  public ComparisonOperator operator() {
    return operator;
  }

  @Override
  public List<Expression> operands() {
    return List.of(left, right);
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    Evaluator a = left.newEvaluator(context);
    Evaluator b = right.newEvaluator(context);
    return switch (left.type().family()) {
      case INTEGRAL -> new IntegralComparison(operator, a, b, context);
      case FLOATING, BOOLEAN -> new PlainComparison(operator, a, b, context);
      case BYTES -> throw new IllegalStateException("texts compare by a function");
    };
  }

  @Override
  public String toString() {
    return "(" + left + " " + operator.symbol() + " " + right + ")";
  }
}
