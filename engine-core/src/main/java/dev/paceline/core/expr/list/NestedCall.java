package dev.paceline.core.expr.list;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.util.List;
import java.util.stream.Collectors;

/** A function with nested values as operands or as its value, which it computes row by row. */
public final class NestedCall extends Expression {
  /** Computes rows; one worker uses it. */
  @FunctionalInterface
  public interface Body {
    /** Appends the value of a row. */
    void apply(ColumnVector[] arguments, int row, ElementVector out);
  }

  /** Makes the body of one worker. */
  @FunctionalInterface
  public interface Factory {
    Body newBody(WorkerContext context);
  }

  private final String name;
  private final List<Expression> operands;
  private final boolean strict;
  private final Factory body;

  /**
   * @param strict whether the value is NULL if an operand is, and the body sees no NULL
   */
  public NestedCall(
      String name, DataType type, List<Expression> operands, boolean strict, Factory body) {
    super(type);
    this.name = name;
    this.operands = List.copyOf(operands);
    this.strict = strict;
    this.body = body;
  }

  /** Returns the name of the function. */
  public String name() {
    return name;
  }

  @Override
  public List<Expression> operands() {
    return operands;
  }

  /** Nested values can become too long, and sums too large. */
  @Override
  public boolean canFail() {
    return type().isNested() || type().kind() == TypeKind.DECIMAL || super.canFail();
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    return new RowEvaluator(
        operands.stream().map(operand -> operand.newEvaluator(context)).toArray(Evaluator[]::new),
        strict,
        body.newBody(context),
        new ElementVector(type(), context.memory()),
        context.query().cancellation());
  }

  @Override
  public String toString() {
    return operands.stream()
        .map(Expression::toString)
        .collect(Collectors.joining(", ", name + "(", ")"));
  }

  private record RowEvaluator(
      Evaluator[] operands,
      boolean strict,
      Body body,
      ElementVector values,
      CancellationToken cancellation)
      implements Evaluator {
    @Override
    public ColumnVector evaluate(Batch batch) {
      ColumnVector[] arguments = new ColumnVector[operands.length];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = operands[i].evaluate(batch);
      }
      int rows = batch.rowCount();
      values.reset(rows);
      for (int row = 0; row < rows; row++) {
        cancellation.check(); // one list may have millions of elements
        if (strict && hasNull(arguments, row)) {
          values.appendNull();
        } else {
          body.apply(arguments, row, values);
        }
      }
      return values.finish();
    }

    private static boolean hasNull(ColumnVector[] arguments, int row) {
      for (ColumnVector argument : arguments) {
        if (argument.isNull(row)) {
          return true;
        }
      }
      return false;
    }
  }
}
