package dev.paceline.core.expr.tree;

import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.type.DataType;
import java.util.List;

/**
 * A node of an immutable expression tree, shared by all workers.
 *
 * <p>NULL semantics are SQL's three-valued logic unless a subclass says otherwise.
 */
public abstract class Expression {
  private final DataType type;

  protected Expression(DataType type) {
    this.type = type;
  }

  public final DataType type() {
    return type;
  }

  public abstract List<Expression> operands();

  /** The column that this expression is, or -1 if it is anything but a plain column reference. */
  public int columnIndex() {
    return -1;
  }

  /**
   * Returns whether evaluating some row can throw; by default, whether an operand can. What a row
   * throws that was filtered out is no error.
   */
  public boolean canFail() {
    for (Expression operand : operands()) {
      if (operand.canFail()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether evaluating a row has a side effect. Callers evaluate such an expression once a row, and
   * compact the batch first, so that it is not evaluated for rows that were filtered out.
   */
  public boolean hasEffect() {
    for (Expression operand : operands()) {
      if (operand.hasEffect()) {
        return true;
      }
    }
    return false;
  }

  /** The expression as one worker computes it; scratch comes from the context's memory. */
  public abstract Evaluator newEvaluator(WorkerContext context);

  /** SQL-like text, for EXPLAIN. */
  @Override
  public abstract String toString();
}
