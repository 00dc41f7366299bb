package dev.paceline.core.expr.library;

import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function of SQL: what the validator, the planner and the documentation know of it, and its
 * body. It is NULL if an argument is NULL, and where {@code defined} says so. Functions of one name
 * differ in their operands.
 *
 * @param name the name in lower case
 * @param operands the types to which arguments are cast
 * @param outcome whether the body can throw
 * @param description a sentence for users
 * @param defined tells for BOOLEAN where there is a value; null if there always is
 */
public record LibraryFunction(
    String name,
    List<DataType> operands,
    DataType result,
    Outcome outcome,
    String description,
    VectorFunction.@Nullable Factory defined,
    VectorFunction.Factory body) {

  /** A function that has a value for all arguments that are not NULL. */
  public LibraryFunction(
      String name,
      List<DataType> operands,
      DataType result,
      Outcome outcome,
      String description,
      VectorFunction.Factory body) {
    this(name, operands, result, outcome, description, null, body);
  }

  /** The possible outcomes of a body for arguments that are not NULL. */
  public enum Outcome {
    /** Every row has a value. */
    TOTAL,
    /** The body throws for some arguments. */
    FAILS,
    /**
     * The body throws for some values of the arguments behind the first one, such as patterns,
     * whatever the first one is. If these are literals, a wrong one is reported as soon as there is
     * a row, and the results for the strings of a dictionary are kept.
     */
    FAILS_BY_OPTIONS,
    /** Every row has a value, which is another one at each evaluation. */
    RANDOM
  }

  /** Returns the call with these arguments, one for each operand. */
  public Expression call(List<Expression> arguments) {
    List<Expression> cast = new ArrayList<>(arguments.size());
    for (int i = 0; i < arguments.size(); i++) {
      cast.add(Expressions.cast(arguments.get(i), operands.get(i)));
    }
    boolean constantOptions = cast.stream().skip(1).allMatch(Literal.class::isInstance);
    boolean fails =
        outcome == Outcome.FAILS || (outcome == Outcome.FAILS_BY_OPTIONS && !constantOptions);
    Expression value = new FunctionCall(name, result, cast, fails, body);
    return defined == null
        ? value
        : Expressions.caseWhen(
            List.of(
                new FunctionCall(name + " has a value", DataType.BOOLEAN, cast, fails, defined)),
            List.of(value),
            Expressions.literal(result, null),
            result);
  }
}
