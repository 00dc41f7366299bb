package dev.paceline.calcite.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * Turns a filter on the mark of a mark join into a semi join, or, if the mark cannot be NULL, its
 * negation into an anti join. The mark itself is a constant then.
 */
public final class MarkFilters extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(LogicalFilter filter) {
    RelNode input = filter.getInput().accept(this);
    if (!(input instanceof LogicalJoin join) || join.getJoinType() != JoinRelType.LEFT_MARK) {
      return filter.copy(filter.getTraitSet(), List.of(input));
    }
    int mark = join.getLeft().getRowType().getFieldCount();
    boolean positive = false;
    boolean negative = false;
    List<RexNode> others = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      if (isColumn(conjunct, mark)) {
        positive = true;
      } else if (conjunct.getKind() == SqlKind.NOT
          && isColumn(((RexCall) conjunct).getOperands().getFirst(), mark)) {
        negative = true;
      } else {
        others.add(conjunct);
      }
    }
    boolean usesMark =
        others.stream().anyMatch(conjunct -> RelOptUtil.InputFinder.bits(conjunct).get(mark));
    if (usesMark || positive == negative || (negative && mayBeUnknown(join))) {
      return filter.copy(filter.getTraitSet(), List.of(input));
    }
    return restrict(filter, join, others, positive);
  }

  /** The other conditions come first: one of them may be the mark of another join. */
  private RelNode restrict(
      LogicalFilter filter, LogicalJoin join, List<RexNode> others, boolean positive) {
    RexBuilder rexBuilder = filter.getCluster().getRexBuilder();
    RelNode left = join.getLeft();
    if (!others.isEmpty()) {
      left =
          LogicalFilter.create(left, RexUtil.composeConjunction(rexBuilder, others)).accept(this);
    }
    RelNode rel =
        LogicalJoin.create(
            left,
            join.getRight(),
            List.of(),
            join.getCondition(),
            Set.of(),
            positive ? JoinRelType.SEMI : JoinRelType.ANTI);
    List<RexNode> columns = new ArrayList<>();
    int mark = join.getLeft().getRowType().getFieldCount();
    for (int i = 0; i < mark; i++) {
      columns.add(RexInputRef.of(i, rel.getRowType()));
    }
    columns.add(
        rexBuilder.makeLiteral(
            positive, filter.getRowType().getFieldList().get(mark).getType(), false));
    return LogicalProject.create(
        rel, List.of(), columns, filter.getRowType().getFieldNames(), Set.of());
  }

  private static boolean isColumn(RexNode node, int column) {
    return node instanceof RexInputRef reference && reference.getIndex() == column;
  }

  private static boolean mayBeUnknown(Join join) {
    List<RexNode> conjuncts = RelOptUtil.conjunctions(join.getCondition());
    return conjuncts.stream().anyMatch(conjunct -> conjunct.getType().isNullable());
  }
}
