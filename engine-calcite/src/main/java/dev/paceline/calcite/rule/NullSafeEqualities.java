package dev.paceline.calcite.rule;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Makes IS NOT DISTINCT FROM in join conditions, which decorrelation leaves, a plain equality
 * wherever one side is never NULL: the join order then knows it as a key. In a mark join both sides
 * must never be NULL, because an unknown condition would make the mark NULL instead of false.
 */
public final class NullSafeEqualities extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(LogicalJoin join) {
    RelNode rel = super.visit(join);
    if (!(rel instanceof LogicalJoin visited)) {
      return rel;
    }
    RexBuilder rexBuilder = join.getCluster().getRexBuilder();
    List<RexNode> conjuncts = new ArrayList<>();
    boolean changed = false;
    for (RexNode conjunct : RelOptUtil.conjunctions(visited.getCondition())) {
      boolean plain = isPlain(conjunct, visited.getJoinType());
      changed |= plain;
      conjuncts.add(
          plain
              ? rexBuilder.makeCall(SqlStdOperatorTable.EQUALS, ((RexCall) conjunct).getOperands())
              : conjunct);
    }
    return changed
        ? visited.copy(
            visited.getTraitSet(),
            RexUtil.composeConjunction(rexBuilder, conjuncts),
            visited.getLeft(),
            visited.getRight(),
            visited.getJoinType(),
            visited.isSemiJoinDone())
        : visited;
  }

  private static boolean isPlain(RexNode conjunct, JoinRelType joinType) {
    if (conjunct.getKind() != SqlKind.IS_NOT_DISTINCT_FROM) {
      return false;
    }
    List<RexNode> sides = ((RexCall) conjunct).getOperands();
    return joinType == JoinRelType.LEFT_MARK
        ? sides.stream().noneMatch(side -> side.getType().isNullable())
        : sides.stream().anyMatch(side -> !side.getType().isNullable());
  }
}
