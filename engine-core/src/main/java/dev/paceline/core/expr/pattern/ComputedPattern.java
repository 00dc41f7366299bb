package dev.paceline.core.expr.pattern;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextCache;
import dev.paceline.core.scan.ColumnPredicate.BytesMatcher;
import dev.paceline.core.type.DataType;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** LIKE and SIMILAR TO with a pattern that each row computes. */
public final class ComputedPattern {
  private ComputedPattern() {}

  /** Makes the matcher of a pattern. */
  @FunctionalInterface
  public interface Syntax {
    /** The syntax of LIKE. */
    Syntax LIKE = LikePattern::of;

    /** The syntax of SIMILAR TO. */
    Syntax SIMILAR = SimilarPattern::of;

    /**
     * @param escape null: no character escapes
     */
    BytesMatcher parse(String pattern, @Nullable Character escape);
  }

  /**
   * Whether a string matches; NULL if an operand is.
   *
   * @param escape a string of at most one character; the empty one for none
   */
  public static Expression matches(
      Syntax syntax, Expression operand, Expression pattern, Expression escape) {
    Function<String, TextCache<BytesMatcher>> byEscape =
        text -> new TextCache<>(character -> syntax.parse(text, escape(character)));
    return new FunctionCall(
        "LIKE",
        DataType.BOOLEAN,
        List.of(operand, pattern, escape),
        true,
        context -> {
          TextCache<TextCache<BytesMatcher>> matchers = new TextCache<>(byEscape);
          return RowFunctions.booleans(
                  (a, row) ->
                      matchers
                          .get(a[1], row)
                          .get(a[2], row)
                          .matches(a[0].valueHeap(), a[0].getView(row)))
              .newFunction(context);
        });
  }

  /**
   * Returns the escape character that a string stands for; null for the empty one, as in
   * PostgreSQL.
   *
   * @throws PacelineException INVALID_ARGUMENT if the string has several characters
   */
  public static @Nullable Character escape(String text) {
    if (text.length() > 1) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "ESCAPE takes one character or an empty string, not '" + text + "'");
    }
    return text.isEmpty() ? null : text.charAt(0);
  }
}
