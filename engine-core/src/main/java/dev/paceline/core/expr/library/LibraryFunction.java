package dev.paceline.core.expr.library;

import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;

/**
 * A function of SQL: what the validator, the planner and the documentation know of it, and its
 * body. It is NULL if an argument is NULL. Functions of one name differ in their operands.
 *
 * @param name the name in lower case
 * @param operands the types to which arguments are cast
 * @param outcome whether the body can throw
 * @param description a sentence for users
 */
public record LibraryFunction(
    String name,
    List<DataType> operands,
    DataType result,
    Outcome outcome,
    String description,
    VectorFunction.Factory body) {

  /** What a body can do with arguments that are not NULL. */
  public enum Outcome {
    /** Every row has a value. */
    TOTAL,
    /** The body throws for some arguments. */
    FAILS
  }

  /** Returns the call with these arguments, one for each operand. */
  public Expression call(List<Expression> arguments) {
    List<Expression> cast = new ArrayList<>(arguments.size());
    for (int i = 0; i < arguments.size(); i++) {
      cast.add(Expressions.cast(arguments.get(i), operands.get(i)));
    }
    return new FunctionCall(name, result, cast, outcome == Outcome.FAILS, body);
  }
}
