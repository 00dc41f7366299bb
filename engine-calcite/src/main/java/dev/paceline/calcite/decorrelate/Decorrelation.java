package dev.paceline.calcite.decorrelate;

import com.google.common.collect.ImmutableSet;
import dev.paceline.calcite.subquery.SingleValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
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
    RelNode visited = super.visit(other instanceof Filter filter ? filteredFirst(filter) : other);
    return visited instanceof Correlate correlate ? joined(correlate) : visited;
  }

  /** Conditions on outer rows alone come first, so that there are fewer values to compute for. */
  private static RelNode filteredFirst(Filter filter) {
    if (!(filter.getInput() instanceof Correlate correlate)) {
      return filter;
    }
    ImmutableBitSet outerColumns =
        ImmutableBitSet.range(correlate.getLeft().getRowType().getFieldCount());
    List<RexNode> first = new ArrayList<>();
    List<RexNode> rest = new ArrayList<>();
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      boolean isFirst =
          RexUtil.isDeterministic(condition)
              && outerColumns.contains(RelOptUtil.InputFinder.bits(condition));
      (isFirst ? first : rest).add(condition);
    }
    if (first.isEmpty()) {
      return filter;
    }
    RexBuilder rexBuilder = filter.getCluster().getRexBuilder();
    RelNode outer =
        filteredFirst(
            LogicalFilter.create(
                correlate.getLeft(), RexUtil.composeConjunction(rexBuilder, first)));
    RelNode fewer = correlate.copy(correlate.getTraitSet(), List.of(outer, correlate.getRight()));
    return rest.isEmpty()
        ? fewer
        : LogicalFilter.create(
            fewer,
            RexUtil.composeConjunction(rexBuilder, rest),
            ImmutableSet.copyOf(filter.getVariablesSet()));
  }

  private RelNode joined(Correlate correlate) {
    RelNode left = correlate.getLeft();
    List<Integer> columns =
        List.copyOf(columnsUsed(correlate.getRight(), correlate.getCorrelationId()));
    if (columns.isEmpty()) {
      return withColumnsOf(
          join(correlate, correlate.getRight(), correlate.getCondition()), correlate);
    }
    RelNode domain = domain(left, columns);
    DependentPlan plan =
        new DependentPlan(
            correlate.getCorrelationId(),
            columns,
            domain,
            SingleValue.isCheckedIn(correlate.getRight()),
            builder);
    DependentRows rows = plan.rows(correlate.getRight());
    List<RexNode> missing = rows.missing();
    if (missing != null && keepsMissingRows(correlate)) {
      return withColumnsOf(
          rows.withMissing(
              left,
              columns,
              missing.stream()
                  .map(value -> outerReferences(value, correlate.getCorrelationId(), left))
                  .toList()),
          correlate);
    }
    DependentRows all = plan.complete(rows);
    int leftColumns = left.getRowType().getFieldCount();
    int rightColumns = correlate.getRight().getRowType().getFieldCount();
    RexBuilder rexBuilder = correlate.getCluster().getRexBuilder();
    List<RexNode> outerValues = new ArrayList<>();
    List<RexNode> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      outerValues.add(rexBuilder.makeInputRef(left, columns.get(i)));
      values.add(
          rexBuilder.makeInputRef(
              all.rel().getRowType().getFieldList().get(rightColumns + i).getType(),
              leftColumns + rightColumns + i));
    }
    RexNode condition =
        RexUtil.composeConjunction(
            rexBuilder,
            List.of(
                correlate.getCondition(),
                all.sameValues(correlate.getJoinType(), outerValues, values)));
    return withColumnsOf(join(correlate, all.rel(), condition), correlate);
  }

  /**
   * Returns all combinations of values of some columns. Left out are joins that only add columns to
   * the rows with these values, such as the joins of other sub-queries of the same expression.
   */
  private RelNode domain(RelNode rel, List<Integer> columns) {
    if (rel instanceof Project project
        && columns.stream().allMatch(c -> project.getProjects().get(c) instanceof RexInputRef)) {
      return domain(
          project.getInput(),
          columns.stream()
              .map(column -> ((RexInputRef) project.getProjects().get(column)).getIndex())
              .toList());
    }
    if (rel instanceof Join join
        && (join.getJoinType() == JoinRelType.LEFT || join.getJoinType() == JoinRelType.LEFT_MARK)
        && Collections.max(columns) < join.getLeft().getRowType().getFieldCount()) {
      return domain(join.getLeft(), columns);
    }
    builder.push(rel);
    List<RexNode> values = columns.stream().<RexNode>map(builder::field).toList();
    return builder.project(values).distinct().build();
  }

  /** Whether each outer row without rows on the right side is joined with the missing row. */
  private static boolean keepsMissingRows(Correlate correlate) {
    return correlate.getCondition().isAlwaysTrue()
        && (correlate.getJoinType() == JoinRelType.INNER
            || correlate.getJoinType() == JoinRelType.LEFT);
  }

  private static RelNode join(Correlate correlate, RelNode right, RexNode condition) {
    return LogicalJoin.create(
        correlate.getLeft(), right, List.of(), condition, Set.of(), correlate.getJoinType());
  }

  /** Refers to columns of the outer rows by their positions instead of the variable. */
  private static RexNode outerReferences(RexNode expression, CorrelationId outer, RelNode rel) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            return access.getReferenceExpr() instanceof RexCorrelVariable variable
                    && variable.id.equals(outer)
                ? rel.getCluster().getRexBuilder().makeInputRef(rel, access.getField().getIndex())
                : super.visitFieldAccess(access);
          }
        });
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
