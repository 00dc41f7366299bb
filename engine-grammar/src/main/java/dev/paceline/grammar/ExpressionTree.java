package dev.paceline.grammar;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.apache.calcite.sql.parser.SqlParserUtil.ToTreeListItem;

/**
 * Makes a tree of the operands and operators of an expression. Calcite does so in time proportional
 * to the square of their number. A long chain of AND and OR, which bind loosest, is therefore
 * divided at these operators first.
 */
final class ExpressionTree {
  private final List<Object> items;

  /** The operands of the ORs that are complete, and of the ANDs of the last operand of OR. */
  private final List<SqlNode> alternatives = new ArrayList<>();

  private final List<SqlNode> conditions = new ArrayList<>();

  private ExpressionTree(List<Object> items) {
    this.items = items;
  }

  /** Returns the tree. */
  static SqlNode of(List<Object> items) {
    return items.size() == 1 && items.getFirst() instanceof SqlNode node
        ? node
        : new ExpressionTree(items).divided();
  }

  private SqlNode divided() {
    int start = 0;
    int betweens = 0;
    boolean like = false;
    for (int i = 0; i < items.size(); i++) {
      if (!(items.get(i) instanceof ToTreeListItem item)) {
        continue;
      }
      SqlOperator operator = item.getOperator();
      switch (operator.getKind()) {
        case ESCAPE -> {
          if (!like) {
            throw SyntaxErrors.at(item.getPos(), "ESCAPE without LIKE");
          }
          like = false;
        }
        case BETWEEN -> betweens++;
        case AND, OR -> {
          like = false;
          if (betweens == 0) {
            conditions.add(undivided(start, i));
            start = i + 1;
            if (operator.getKind() == SqlKind.OR) {
              endAlternative();
            }
          } else if (operator.getKind() == SqlKind.AND) {
            betweens--;
          }
        }
        default -> like |= operator instanceof SqlLikeOperator;
      }
    }
    conditions.add(undivided(start, items.size()));
    endAlternative();
    return chain(SqlStdOperatorTable.OR, alternatives);
  }

  private SqlNode undivided(int from, int to) {
    return SqlParserUtil.toTree(new ArrayList<>(items.subList(from, to)));
  }

  private void endAlternative() {
    alternatives.add(chain(SqlStdOperatorTable.AND, conditions));
    conditions.clear();
  }

  private static SqlNode chain(SqlOperator operator, List<SqlNode> operands) {
    SqlNode left = operands.getFirst();
    for (SqlNode right : operands.subList(1, operands.size())) {
      left =
          operator.createCall(
              left.getParserPosition().plus(right.getParserPosition()), left, right);
    }
    return left;
  }
}
