package dev.paceline.calcite.decorrelate;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Writes each {@link Correlate} as a join, the innermost first. Its right side is computed once for
 * all values of the columns that it depends on, see {@link DependentPlan}, and joined with its left
 * side by these columns.
 *
 * <p>Source: Neumann and Kemper, "Unnesting Arbitrary Queries", BTW 2015, sections 3.1 and 3.2.
 */
public final class Decorrelation extends RelHomogeneousShuttle {
  private final RelBuilder builder;

  private Decorrelation(RelBuilder builder) {
    this.builder = builder;
  }

  /**
   * Returns an expression with the same rows and no {@link Correlate}.
   *
   * @throws dev.paceline.core.error.PacelineException NOT_SUPPORTED if some operator cannot be
   *     computed for several values of the outer columns together
   */
  public static RelNode in(RelNode rel, RelBuilder builder) {
    return rel.accept(new Decorrelation(builder));
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return visited instanceof Correlate correlate ? joined(correlate) : visited;
  }

  private RelNode joined(Correlate correlate) {
    RelNode left = correlate.getLeft();
    List<Integer> columns =
        List.copyOf(columnsUsed(correlate.getRight(), correlate.getCorrelationId()));
    RelNode right = correlate.getRight();
    List<RexNode> conditions = new ArrayList<>();
    conditions.add(correlate.getCondition());
    if (!columns.isEmpty()) {
      int rightColumns = right.getRowType().getFieldCount();
      RelNode domain = builder.push(left).project(builder.fields(columns)).distinct().build();
      right = new DependentPlan(correlate.getCorrelationId(), columns, domain, builder).rows(right);
      RexBuilder rexBuilder = correlate.getCluster().getRexBuilder();
      int leftColumns = left.getRowType().getFieldCount();
      for (int i = 0; i < columns.size(); i++) {
        conditions.add(
            DependentPlan.same(
                rexBuilder,
                rexBuilder.makeInputRef(left, columns.get(i)),
                rexBuilder.makeInputRef(
                    right.getRowType().getFieldList().get(rightColumns + i).getType(),
                    leftColumns + rightColumns + i)));
      }
    }
    Join join =
        LogicalJoin.create(
            left,
            right,
            List.of(),
            RexUtil.composeConjunction(correlate.getCluster().getRexBuilder(), conditions),
            Set.of(),
            correlate.getJoinType());
    return withColumnsOf(join, correlate);
  }

  /** Drops the outer columns behind those of the right side. */
  private RelNode withColumnsOf(RelNode join, Correlate correlate) {
    if (join.getRowType().getFieldCount() == correlate.getRowType().getFieldCount()) {
      return join;
    }
    builder.push(join);
    return builder
        .project(builder.fields().subList(0, correlate.getRowType().getFieldCount()))
        .convert(correlate.getRowType(), true)
        .build();
  }

  /** The columns of the outer rows that an expression refers to. */
  private static SortedSet<Integer> columnsUsed(RelNode rel, CorrelationId outer) {
    SortedSet<Integer> columns = new TreeSet<>();
    RexShuttle finder =
        new RexShuttle() {
          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            if (access.getReferenceExpr() instanceof RexCorrelVariable variable
                && variable.id.equals(outer)) {
              columns.add(access.getField().getIndex());
            }
            return super.visitFieldAccess(access);
          }
        };
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        node.accept(finder);
        super.visit(node, ordinal, parent);
      }
    }.go(rel);
    return columns;
  }
}
