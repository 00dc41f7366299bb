package dev.paceline.core.expr.tree;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.type.DataType;
import java.util.List;

/** The same values under a wider type that holds all of them. */
public final class Relabel extends Expression {
  private final Expression operand;

  public Relabel(Expression operand, DataType type) {
    super(type);
    this.operand = operand;
  }

  @Override
  public List<Expression> operands() {
    return List.of(operand);
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    Evaluator evaluator = operand.newEvaluator(context);
    ColumnVector result = new ColumnVector(type());
    return batch -> result.pointTo(evaluator.evaluate(batch));
  }

  @Override
  public String toString() {
    return "CAST(" + operand + " AS " + type() + ")";
  }
}
