package dev.paceline.calcite.rel;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a join, taken apart.
 *
 * @param keys pairs of columns that must be equal
 * @param residual the other conjuncts, over left ++ right columns
 */
public record JoinConditionParts(List<Key> keys, List<RexNode> residual) {

  /**
   * @param left column of the left input
   * @param right column of the right input
   * @param nullsEqual whether NULL equals NULL
   */
  public record Key(int left, int right, boolean nullsEqual) {}

  /** Takes the condition of {@code join} apart. */
  public static JoinConditionParts of(Join join) {
    return of(join.getCondition(), join.getLeft().getRowType().getFieldCount());
  }

  /**
   * @param leftCount columns of the left input
   */
  public static JoinConditionParts of(RexNode condition, int leftCount) {
    List<Key> keys = new ArrayList<>();
    List<RexNode> residual = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      Key key = key(conjunct, leftCount);
      if (key == null) {
        residual.add(conjunct);
      } else if (!keys.contains(key)) {
        keys.add(key);
      }
    }
    return new JoinConditionParts(keys, residual);
  }

  private static @Nullable Key key(RexNode conjunct, int leftCount) {
    SqlKind kind = conjunct.getKind();
    if ((kind == SqlKind.EQUALS || kind == SqlKind.IS_NOT_DISTINCT_FROM)
        && conjunct instanceof RexCall call
        && call.getOperands().get(0) instanceof RexInputRef first
        && call.getOperands().get(1) instanceof RexInputRef second) {
      int low = Math.min(first.getIndex(), second.getIndex());
      int high = Math.max(first.getIndex(), second.getIndex());
      if (low < leftCount && high >= leftCount) {
        return new Key(low, high - leftCount, kind == SqlKind.IS_NOT_DISTINCT_FROM);
      }
    }
    return null;
  }
}
