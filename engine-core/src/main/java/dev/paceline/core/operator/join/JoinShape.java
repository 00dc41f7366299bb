package dev.paceline.core.operator.join;

import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The inputs, the condition and the output of a join.
 *
 * @param condition over left ++ right columns, that a pair must satisfy beside equal keys; null for
 *     none
 * @param outputs positions in the join's full output, as in {@link
 *     dev.paceline.core.plan.PlanNode.HashJoin}
 */
public record JoinShape(
    JoinType type,
    List<DataType> leftTypes,
    List<DataType> rightTypes,
    @Nullable Expression condition,
    int[] outputs) {
  public JoinShape {
    leftTypes = List.copyOf(leftTypes);
    rightTypes = List.copyOf(rightTypes);
  }

  /** Whether left rows without a partner are delivered with NULLs. */
  public boolean keepsLeftRows() {
    return type.keepsLeftRows();
  }

  /** Whether build rows are delivered after the probe. */
  public boolean deliversBuildRows() {
    return type.deliversRightRowsLast();
  }

  /** Whether build rows without a partner are delivered. */
  public boolean deliversUnmatchedBuildRows() {
    return type.deliversUnmatchedRightRows();
  }

  /** Whether each left row only asks whether it has a partner. */
  public boolean asksForExistence() {
    return type.asksForExistence();
  }

  /** Whether a comparison with NULL that decides makes the answer NULL. */
  public boolean isNullAware() {
    return type.isNullAware();
  }
}
