package dev.paceline.core.expr.tree;

import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.type.DataType;
import java.util.List;

/** A column of the batch. */
public final class ColumnReference extends Expression {
  private final int index;

  public ColumnReference(int index, DataType type) {
    super(type);
    this.index = index;
  }

  @Override
  public int columnIndex() {
    return index;
  }

  @Override
  public List<Expression> operands() {
    return List.of();
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    return batch -> batch.column(index);
  }

  @Override
  public String toString() {
    return "$" + index;
  }
}
