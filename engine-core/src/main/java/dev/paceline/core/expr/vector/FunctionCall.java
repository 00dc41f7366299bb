package dev.paceline.core.expr.vector;

import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.type.DataType;
import java.util.List;
import java.util.stream.Collectors;

/** A function that gives NULL if an argument is NULL. */
public final class FunctionCall extends Expression {
  private final String name;
  private final List<Expression> operands;
  private final boolean failing;
  private final VectorFunction.Factory function;

  /**
   * @param failing whether the function itself, other than its arguments, can throw
   */
  public FunctionCall(
      String name,
      DataType type,
      List<Expression> operands,
      boolean failing,
      VectorFunction.Factory function) {
    super(type);
    this.name = name;
    this.operands = List.copyOf(operands);
    this.failing = failing;
    this.function = function;
  }

  @Override
  public List<Expression> operands() {
    return operands;
  }

  @Override
  public boolean canFail() {
    return failing || super.canFail();
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    Evaluator[] arguments =
        operands.stream().map(operand -> operand.newEvaluator(context)).toArray(Evaluator[]::new);
    return new FunctionEvaluator(
        type(), arguments, failing ? -1 : onlyVarying(), function.newFunction(context), context);
  }

  /** The only operand that is no literal; -1 if there are several or none. */
  private int onlyVarying() {
    int varying = -1;
    for (int i = 0; i < operands.size(); i++) {
      if (!(operands.get(i) instanceof Literal)) {
        if (varying >= 0) {
          return -1;
        }
        varying = i;
      }
    }
    return varying;
  }

  @Override
  public String toString() {
    return operands.stream()
        .map(Expression::toString)
        .collect(Collectors.joining(", ", name + "(", ")"));
  }
}
