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
    this.items = new ArrayList<>(items);
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
            groupNegation(i + 1);
          }
        }
        default -> like |= operator instanceof SqlLikeOperator;
      }
    }
    conditions.add(undivided(start, items.size()));
    endAlternative();
    return chain(SqlStdOperatorTable.OR, alternatives);
  }

  /**
   * Makes one operand of an upper bound of BETWEEN that begins with NOT. Such a bound ends at the
   * next AND or OR, but Calcite's tree expects an operand behind the AND of BETWEEN.
   */
  private void groupNegation(int start) {
    if (start == items.size() || kind(start) != SqlKind.NOT) {
      return;
    }
    int betweens = 0;
    int end = start + 1;
    while (end < items.size()
        && kind(end) != SqlKind.OR
        && (kind(end) != SqlKind.AND || betweens > 0)) {
      switch (kind(end)) {
        case BETWEEN -> betweens++;
        case AND -> betweens--;
        default -> {}
      }
      end++;
    }
    List<Object> bound = items.subList(start, end);
    SqlNode operand = of(bound);
    bound.clear();
    items.add(start, operand);
  }

  /** The kind of an operator; OTHER for an operand. */
  private SqlKind kind(int index) {
    return items.get(index) instanceof ToTreeListItem item
        ? item.getOperator().getKind()
        : SqlKind.OTHER;
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
