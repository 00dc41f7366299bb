package dev.paceline.grammar;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLambda;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Lambda functions, which are arguments of some functions only, as in DuckDB. */
public final class Lambdas {
  /**
   * The call that a list comprehension becomes: a list, a function of its elements, a condition.
   */
  public static final String COMPREHENSION = "LIST_COMPREHENSION";

  private static final Set<String> TRANSFORMATIONS =
      Set.of("LIST_TRANSFORM", "LIST_APPLY", "ARRAY_TRANSFORM", "ARRAY_APPLY", "APPLY");
  private static final Set<String> FILTERS = Set.of("LIST_FILTER", "ARRAY_FILTER");
  private static final Set<String> REDUCTIONS = Set.of("LIST_REDUCE", "ARRAY_REDUCE", "REDUCE");

  private Lambdas() {}

  /** The functions that take a lambda function. */
  public enum Taker {
    TRANSFORM,
    FILTER,
    REDUCE,
    COMPREHENSION
  }

  /** Returns what a function with a name does with a lambda function; null if it takes none. */
  public static @Nullable Taker taker(String function) {
    String name = function.toUpperCase(Locale.ROOT);
    if (TRANSFORMATIONS.contains(name)) {
      return Taker.TRANSFORM;
    }
    if (FILTERS.contains(name)) {
      return Taker.FILTER;
    }
    if (REDUCTIONS.contains(name)) {
      return Taker.REDUCE;
    }
    return name.equals(COMPREHENSION) ? Taker.COMPREHENSION : null;
  }

  /** Whether an arrow behind names in the arguments of a function begins a lambda function. */
  static boolean isLambda(@Nullable SqlIdentifier function, Token arrow) {
    return arrow.kind != PacelineParserConstants.LAMBDA
        || function != null && function.isSimple() && taker(function.getSimple()) != null;
  }

  /** Whether tokens begin {@code lambda x : body} or {@code lambda x, i : body}. */
  static boolean beginsWithWord(Token word, Token parameter, Token next) {
    return word.image.equalsIgnoreCase("lambda")
        && parameter.kind != PacelineParserConstants.LPAREN
        && (next.kind == PacelineParserConstants.COLON
            || next.kind == PacelineParserConstants.COMMA);
  }

  /** Whether a token begins the condition of a list comprehension. */
  static boolean beginsCondition(Token token) {
    return token.image.equalsIgnoreCase("if");
  }

  /** Returns {@code [body for parameters in list if condition]} as a call. */
  static SqlCall comprehension(
      SqlParserPos position,
      SqlNodeList bodies,
      SqlNodeList parameters,
      SqlNode list,
      @Nullable SqlNode condition) {
    if (bodies.size() != 1) {
      throw SyntaxErrors.at(position, "a list comprehension has one expression in front of FOR");
    }
    SqlNode result = new SqlLambda(position, parameters, bodies.get(0));
    return new SqlUnresolvedFunction(
            new SqlIdentifier(COMPREHENSION, position),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(
            position,
            condition == null
                ? List.of(list, result)
                : List.of(list, result, new SqlLambda(position, parameters, condition)));
  }
}
