package dev.paceline.calcite.sql;

import dev.paceline.calcite.cancel.PlanningCheck;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Makes parse trees shallow, and refuses those that stay deep: everything after the parser is
 * recursive.
 *
 * <p>The parser makes a tree of depth n of {@code a OR b OR c …} with n terms. Long chains of
 * associative operators (AND, OR, {@code ||}, UNION, INTERSECT) become balanced trees here, of
 * depth log n, and chains of NOT become one or two. The order of the operands stays, and so do the
 * names and types that the first query of a UNION gives to its columns. Other operators stay as
 * they are: {@code a + b + c} may overflow in one order and not in another.
 */
public final class StatementShape extends SqlShuttle {
  /** The largest depth of a parse tree whose chains are balanced; documented in docs/sql.md. */
  static final int MAX_DEPTH = 400;

  /** Shorter chains stay as they were written. */
  private static final int LONG_CHAIN = 16;

  private int depth;

  private StatementShape() {}

  /**
   * Returns an equivalent statement of limited depth.
   *
   * @throws PacelineException INVALID_STATEMENT if there is none
   */
  public static SqlNode limit(SqlNode statement) {
    SqlNode shallow = statement.accept(new StatementShape());
    return shallow == null ? statement : shallow;
  }

  /** The error for statements that nest more than {@link #MAX_DEPTH} levels. */
  static PacelineException tooDeep(@Nullable Throwable cause) {
    return new PacelineException(
        ErrorCode.INVALID_STATEMENT,
        "the statement nests more than "
            + MAX_DEPTH
            + " levels deep (parentheses, operators, functions, sub-queries); split it, for example"
            + " by a common table expression or a table for the intermediate result",
        cause);
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    PlanningCheck.check();
    if (++depth > MAX_DEPTH) {
      throw tooDeep(null);
    }
    if (call instanceof SqlSelect select) {
      StatementLimits.checkColumns(select.getSelectList().size());
      StatementLimits.checkGroupingSets(select.getGroup());
    } else if (call.getKind() == SqlKind.ROW) {
      StatementLimits.checkColumns(call.operandCount());
    }
    try {
      if (isAssociative(call)) {
        List<SqlNode> operands = chain(call);
        if (operands.size() >= LONG_CHAIN) {
          operands.replaceAll(operand -> operand.accept(this));
          return balanced(call.getOperator(), operands, 0, operands.size());
        }
      } else if (call.getKind() == SqlKind.NOT) {
        return withoutDoubleNegation(call);
      } else if (call.getOperator() instanceof SqlLikeOperator) {
        return super.visit(withoutEmptyEscape(call));
      }
      return super.visit(call);
    } finally {
      depth--;
    }
  }

  private static boolean isAssociative(SqlCall call) {
    return call instanceof SqlBasicCall
        && call.operandCount() == 2
        && (call.getKind() == SqlKind.AND
            || call.getKind() == SqlKind.OR
            || call.getKind() == SqlKind.UNION
            || call.getKind() == SqlKind.INTERSECT
            || call.getOperator().equals(SqlStdOperatorTable.CONCAT));
  }

  /** The operands of a chain from left to right; as long as the chain is, not as deep. */
  private static List<SqlNode> chain(SqlCall call) {
    SqlOperator operator = call.getOperator();
    List<SqlNode> operands = new ArrayList<>();
    SqlNode left = call;
    while (left instanceof SqlBasicCall link && link.getOperator().equals(operator)) {
      operands.add(link.operand(1));
      left = link.operand(0);
    }
    operands.add(left);
    Collections.reverse(operands);
    return operands;
  }

  private static SqlNode balanced(SqlOperator operator, List<SqlNode> operands, int from, int to) {
    if (to - from == 1) {
      return operands.get(from);
    }
    int middle = (from + to) >>> 1;
    SqlNode left = balanced(operator, operands, from, middle);
    SqlNode right = balanced(operator, operands, middle, to);
    return operator.createCall(
        left.getParserPosition().plus(right.getParserPosition()), left, right);
  }

  /** An empty string as the escape character of LIKE means that there is none. */
  private static SqlCall withoutEmptyEscape(SqlCall like) {
    return like.operandCount() == 3
            && like.operand(2) instanceof SqlCharStringLiteral escape
            && escape.toValue().isEmpty()
        ? like.getOperator()
            .createCall(like.getParserPosition(), like.operand(0), like.<SqlNode>operand(1))
        : like;
  }

  /** NOT NOT x is x, but stays where x may be no condition: the validator says so. */
  private @Nullable SqlNode withoutDoubleNegation(SqlCall call) {
    SqlNode operand = call;
    int negations = 0;
    while (operand instanceof SqlCall inner && inner.getKind() == SqlKind.NOT) {
      operand = inner.operand(0);
      negations++;
    }
    SqlNode result = operand.accept(this);
    SqlParserPos position = call.getParserPosition();
    for (int i = negations % 2 == 1 ? 1 : 2; i > 0 && result != null; i--) {
      result = SqlStdOperatorTable.NOT.createCall(position, result);
    }
    return result;
  }
}
