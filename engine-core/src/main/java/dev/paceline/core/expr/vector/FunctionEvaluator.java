package dev.paceline.core.expr.vector;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.type.DataType;

/**
 * Applies a {@link VectorFunction}: once if there are arguments and all are constant; once per
 * dictionary entry if one argument is dictionary-encoded, the others are literals, and the
 * dictionary is small against the rows that it has been used for; else once per row.
 */
public final class FunctionEvaluator implements Evaluator {
  private final Evaluator[] operands;
  private final int memoized;
  private final VectorFunction function;
  private final ColumnVector[] arguments;
  private final NullMask nulls;
  private final ColumnVector result;
  private final ColumnVector constant;
  private final DictionaryResults dictionaryResults;

  /**
   * @param memoized the only operand that is no literal, if results may be kept by its dictionary's
   *     entries (the function cannot fail on any); else -1
   */
  public FunctionEvaluator(
      DataType type,
      Evaluator[] operands,
      int memoized,
      VectorFunction function,
      WorkerContext context) {
    this.operands = operands;
    this.memoized = memoized;
    this.function = function;
    arguments = new ColumnVector[operands.length];
    nulls = new NullMask(context);
    result = new ColumnVector(type, context.memory());
    constant = new ColumnVector(type);
    dictionaryResults = new DictionaryResults(type, function, context);
  }

  @Override
  public ColumnVector evaluate(Batch batch) {
    boolean allConstant = operands.length > 0;
    boolean unknown = false;
    for (int i = 0; i < operands.length; i++) {
      ColumnVector argument = operands[i].evaluate(batch);
      arguments[i] = argument;
      unknown |= argument.isConstantNull();
      allConstant &= argument.isConstant();
    }
    if (unknown) {
      return constant.setConstantNull();
    }
    if (allConstant) {
      function.compute(arguments, 1, nulls.reset(), result);
      return Constants.ofFirstRow(result, constant);
    }
    int rows = batch.rowCount();
    if (memoized >= 0
        && arguments[memoized].form() == Form.DICTIONARY
        && dictionaryResults.worthwhile(arguments[memoized].dictionary(), rows)) {
      return dictionaryResults.apply(arguments, memoized, rows, result);
    }
    nulls.reset();
    for (ColumnVector argument : arguments) {
      nulls.include(argument, rows);
    }
    function.compute(arguments, rows, nulls, result);
    nulls.applyTo(result);
    return result;
  }
}
