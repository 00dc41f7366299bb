package dev.paceline.calcite.rex;

import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.jspecify.annotations.Nullable;

/**
 * Represents AND and OR of many terms as calls of functions that Calcite does not know. Calcite's
 * simplifier compares each term of an AND or OR with every other term, some of them repeatedly, so
 * its time grows with the third power of the number of terms. It simplifies each argument of an
 * unknown function on its own. For expressions of the planner only; {@link LongConditions} makes
 * them.
 */
public final class TermBundle {
  private static final SqlFunction ALL_OF = function("ALL_OF");
  private static final SqlFunction ANY_OF = function("ANY_OF");

  private TermBundle() {}

  private static SqlFunction function(String name) {
    return new SqlFunction(
        name,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.BOOLEAN_NULLABLE,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.SYSTEM);
  }

  /**
   * @param kind AND or OR
   */
  static RexNode of(SqlKind kind, List<RexNode> terms, RexBuilder rexBuilder) {
    return rexBuilder.makeCall(kind == SqlKind.AND ? ALL_OF : ANY_OF, terms);
  }

  /** AND or OR if the expression is a bundle of such terms; null if it is none. */
  public static @Nullable SqlKind kind(RexNode node) {
    if (!(node instanceof RexCall call) || call.getKind() != SqlKind.OTHER_FUNCTION) {
      return null;
    }
    return call.getOperator().equals(ALL_OF)
        ? SqlKind.AND
        : call.getOperator().equals(ANY_OF) ? SqlKind.OR : null;
  }
}
