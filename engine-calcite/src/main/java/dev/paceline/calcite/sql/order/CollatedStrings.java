package dev.paceline.calcite.sql.order;

import dev.paceline.calcite.function.OrderedValueOperator;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.query.CollationOperator;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons and orders of strings with COLLATE compare the results of functions: {@code x COLLATE
 * NOCASE = y} is {@code LOWER(x) = LOWER(y)}.
 */
public final class CollatedStrings {
  private CollatedStrings() {}

  /**
   * Rewrites the operands of a comparison, and the keys of an ORDER BY or a window, and leaves
   * other nodes unchanged.
   *
   * @throws PacelineException NOT_SUPPORTED if the node is a string with a collation in any other
   *     place
   */
  public static void rewrite(@Nullable SqlNode node) {
    switch (node) {
      case SqlOrderBy order -> rewriteKeys(order.orderList);
      case SqlWindow window -> {
        rewriteKeys(window.getPartitionList());
        rewriteKeys(window.getOrderList());
      }
      case SqlBasicCall call when call.getOperator() instanceof CollationOperator collation ->
          throw new PacelineException(
              ErrorCode.NOT_SUPPORTED,
              collation.getName()
                  + " is supported beside comparisons and in ORDER BY only; elsewhere, write "
                  + String.join(" and ", collation.functions()).toLowerCase(Locale.ROOT));
      case SqlBasicCall call -> rewriteCall(call);
      case null, default -> {}
    }
  }

  private static void rewriteCall(SqlBasicCall call) {
    if (call.getKind() == SqlKind.WITHIN_GROUP && call.operand(1) instanceof SqlNodeList keys) {
      rewriteKeys(keys);
    } else if (call.getOperator().equals(OrderedValueOperator.INSTANCE)) {
      for (int i = 1; i < call.operandCount(); i++) {
        call.setOperand(i, key(call.operand(i)));
      }
    } else if (compares(call.getKind())) {
      CollationOperator collation = collation(call);
      if (collation != null) {
        // the third operand of LIKE is the character of ESCAPE
        int compared = call.getKind() == SqlKind.LIKE ? 2 : call.operandCount();
        for (int i = 0; i < compared; i++) {
          call.setOperand(i, compared(call.operand(i), collation));
        }
      }
    }
  }

  private static boolean compares(SqlKind kind) {
    return switch (kind) {
      case IN, NOT_IN, BETWEEN, LIKE, IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> true;
      default -> SqlKind.BINARY_COMPARISON.contains(kind);
    };
  }

  /** Returns the collation of the first operand that has one; null if there is none. */
  private static @Nullable CollationOperator collation(SqlCall call) {
    for (SqlNode operand : call.getOperandList()) {
      if (operand instanceof SqlCall inner
          && inner.getOperator() instanceof CollationOperator collation) {
        return collation;
      }
    }
    return null;
  }

  private static SqlNode compared(SqlNode operand, CollationOperator collation) {
    return switch (operand) {
      case SqlNodeList values -> {
        values.replaceAll(value -> compared(value, collation));
        yield values;
      }
      case SqlNode query when query.isA(SqlKind.QUERY) ->
          throw new PacelineException(
              ErrorCode.NOT_SUPPORTED,
              collation.getName() + " beside IN with a sub-query is not supported");
      case SqlCall string when string.getOperator() instanceof CollationOperator ->
          called(collation, string.operand(0));
      default -> called(collation, operand);
    };
  }

  private static void rewriteKeys(SqlNodeList keys) {
    keys.replaceAll(CollatedStrings::key);
  }

  private static SqlNode key(SqlNode key) {
    if (!(key instanceof SqlCall call)) {
      return key;
    }
    return switch (call.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
        call.setOperand(0, key(call.operand(0)));
        yield call;
      }
      default ->
          call.getOperator() instanceof CollationOperator collation
              ? called(collation, call.operand(0))
              : call;
    };
  }

  private static SqlNode called(CollationOperator collation, SqlNode string) {
    SqlParserPos position = string.getParserPosition();
    SqlNode key = string;
    for (String function : collation.functions()) {
      key =
          new SqlUnresolvedFunction(
                  new SqlIdentifier(function, position),
                  null,
                  null,
                  null,
                  null,
                  SqlFunctionCategory.USER_DEFINED_FUNCTION)
              .createCall(position, key);
    }
    return key;
  }
}
