package dev.paceline.calcite.rule;

import dev.paceline.calcite.rel.JoinConditionParts;
import dev.paceline.calcite.rel.JoinConditionParts.Key;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Replaces mark joins that the engine has no operator for, such as {@code (a, b) IN (SELECT x, y)}
 * with columns that may be NULL, by a union of the left rows for which the mark is true, unknown
 * and false: those with a right row for which the condition is true; of the others, those with a
 * right row for which it is unknown; and the rest. Where equalities decide, a left row without
 * NULLs is compared only with right rows that have some.
 */
public final class MarkUnions extends RelHomogeneousShuttle {
  private final RelBuilder builder;
  private final RexBuilder rexBuilder;

  private MarkUnions(RelBuilder builder) {
    this.builder = builder;
    this.rexBuilder = builder.getRexBuilder();
  }

  /** Returns an expression with the same rows; the expression itself if nothing is replaced. */
  public static RelNode in(RelNode rel, RelBuilder builder) {
    return rel.accept(new MarkUnions(builder));
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return visited instanceof Join join
            && join.getJoinType() == JoinRelType.LEFT_MARK
            && join.getVariablesSet().isEmpty()
            && !JoinConversion.isMarkable(join)
        ? union(join)
        : visited;
  }

  private RelNode union(Join join) {
    RexNode condition = join.getCondition();
    RexNode possible =
        condition.getType().isNullable()
            ? rexBuilder.makeCall(SqlStdOperatorTable.IS_NOT_FALSE, condition)
            : rexBuilder.makeLiteral(false);
    List<RelNode> parts = new ArrayList<>();
    RelNode left = join.getLeft();
    RelNode right = join.getRight();
    parts.add(marked(joined(left, right, JoinRelType.SEMI, condition), true, join));
    RelNode others = joined(left, right, JoinRelType.ANTI, condition);
    JoinConditionParts conditions = JoinConditionParts.of(join);
    if (!condition.getType().isNullable()) {
      parts.add(marked(others, false, join));
    } else if (!conditions.residual().isEmpty()) {
      addUnknown(others, right, possible, join, parts);
    } else {
      List<Key> keys = conditions.keys();
      RelNode whole = filtered(others, keys.stream().map(Key::left).toList(), false);
      RelNode partial = filtered(others, keys.stream().map(Key::left).toList(), true);
      RelNode withNulls = filtered(right, keys.stream().map(Key::right).toList(), true);
      addUnknown(whole, withNulls, possible, join, parts);
      addUnknown(partial, right, possible, join, parts);
    }
    parts.forEach(builder::push);
    return builder.union(true, parts.size()).build();
  }

  /** Adds left rows for which the mark is unknown or false. */
  private void addUnknown(
      RelNode left, RelNode right, RexNode possible, Join join, List<RelNode> parts) {
    parts.add(marked(joined(left, right, JoinRelType.SEMI, possible), null, join));
    parts.add(marked(joined(left, right, JoinRelType.ANTI, possible), false, join));
  }

  private RelNode joined(RelNode left, RelNode right, JoinRelType type, RexNode condition) {
    return builder.push(left).push(right).join(type, condition).build();
  }

  /**
   * @param some whether a column is NULL in the rows that are kept, or none is
   */
  private RelNode filtered(RelNode rows, List<Integer> columns, boolean some) {
    builder.push(rows);
    List<RexNode> missing =
        columns.stream().map(column -> builder.isNull(builder.field(column))).toList();
    RexNode any = builder.or(missing);
    return builder.filter(some ? any : builder.not(any)).build();
  }

  /**
   * @param mark null for NULL
   */
  private RelNode marked(RelNode rows, @Nullable Boolean mark, Join join) {
    builder.push(rows);
    List<RexNode> columns = new ArrayList<>(builder.fields());
    int last = join.getRowType().getFieldCount() - 1;
    columns.add(
        mark == null
            ? rexBuilder.makeNullLiteral(join.getRowType().getFieldList().get(last).getType())
            : rexBuilder.makeLiteral(mark));
    builder.project(columns, join.getRowType().getFieldNames(), true);
    return RelOptUtil.createCastRel(builder.build(), join.getRowType(), true);
  }
}
