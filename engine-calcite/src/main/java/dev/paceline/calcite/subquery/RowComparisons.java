package dev.paceline.calcite.subquery;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Comparisons of rows: they are equal if all columns are, and the first columns that differ decide
 * which row comes first.
 */
final class RowComparisons {
  private RowComparisons() {}

  /**
   * @param comparison EQUALS, NOT_EQUALS, or one of the four that tell which row comes first
   */
  static RexNode comparison(
      SqlKind comparison, List<RexNode> left, List<RexNode> right, RexBuilder rex) {
    return switch (comparison) {
      case EQUALS -> RexUtil.composeConjunction(rex, each(comparison, left, right, rex));
      case NOT_EQUALS -> RexUtil.composeDisjunction(rex, each(comparison, left, right, rex));
      default -> byFirstDifference(comparison, left, right, rex);
    };
  }

  private static List<RexNode> each(
      SqlKind comparison, List<RexNode> left, List<RexNode> right, RexBuilder rex) {
    List<RexNode> comparisons = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      comparisons.add(one(comparison, left.get(i), right.get(i), rex));
    }
    return comparisons;
  }

  private static RexNode byFirstDifference(
      SqlKind comparison, List<RexNode> left, List<RexNode> right, RexBuilder rex) {
    SqlKind strict =
        switch (comparison) {
          case LESS_THAN_OR_EQUAL -> SqlKind.LESS_THAN;
          case GREATER_THAN_OR_EQUAL -> SqlKind.GREATER_THAN;
          default -> comparison;
        };
    int last = left.size() - 1;
    RexNode result = one(comparison, left.get(last), right.get(last), rex);
    for (int i = last - 1; i >= 0; i--) {
      RexNode equal = one(SqlKind.EQUALS, left.get(i), right.get(i), rex);
      result =
          RexUtil.composeDisjunction(
              rex,
              List.of(
                  one(strict, left.get(i), right.get(i), rex),
                  RexUtil.composeConjunction(rex, List.of(equal, result))));
    }
    return result;
  }

  private static RexNode one(SqlKind comparison, RexNode left, RexNode right, RexBuilder rex) {
    SqlOperator operator = RelOptUtil.op(comparison, SqlStdOperatorTable.EQUALS);
    return rex.makeCall(operator, left, right);
  }
}
