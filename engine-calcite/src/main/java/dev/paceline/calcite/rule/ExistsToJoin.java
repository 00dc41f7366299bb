package dev.paceline.calcite.rule;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Turns {@code [NOT] EXISTS (SELECT … FROM x WHERE correlated condition)} in a WHERE clause into a
 * semi or anti join with that condition, whatever its comparisons.
 *
 * <p>General decorrelation copies the outer query once per condition that is not an equality (TPC-H
 * Q21: three copies of a four-way join); a residual condition of the join needs none.
 */
public final class ExistsToJoin extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(LogicalFilter filter) {
    RelNode input = filter.getInput().accept(this);
    List<RexNode> others = new ArrayList<>();
    int fieldCount = input.getRowType().getFieldCount();
    RelNode result = input;
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      boolean negated = conjunct.getKind() == SqlKind.NOT;
      RexNode test = negated ? ((RexCall) conjunct).getOperands().getFirst() : conjunct;
      RelNode joined =
          test.getKind() == SqlKind.EXISTS && test instanceof RexSubQuery subQuery
              ? join(result, subQuery.rel, filter.getVariablesSet(), negated, fieldCount)
              : null;
      if (joined == null) {
        others.add(conjunct);
      } else {
        result = joined;
      }
    }
    if (result.equals(input)) {
      return filter.copy(filter.getTraitSet(), ImmutableList.of(input));
    }
    if (others.isEmpty()) {
      return result;
    }
    RexNode rest = RexUtil.composeConjunction(filter.getCluster().getRexBuilder(), others);
    return LogicalFilter.create(result, rest, ImmutableSet.copyOf(filter.getVariablesSet()));
  }

  private @Nullable RelNode join(
      RelNode outer, RelNode subQuery, Set<CorrelationId> ids, boolean negated, int fieldCount) {
    RelNode inner = subQuery;
    while (inner instanceof Project project && !project.containsOver()) {
      inner = project.getInput();
    }
    if (!(inner instanceof LogicalFilter filter)
        || ids.size() != 1
        || !RelOptUtil.getVariablesUsed(filter.getInput()).isEmpty()) {
      return null;
    }
    CorrelationId id = ids.iterator().next();
    RexBuilder rexBuilder = outer.getCluster().getRexBuilder();
    List<RexNode> inside = new ArrayList<>();
    List<RexNode> between = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      if (usesOnly(conjunct, id)) {
        between.add(conjunct.accept(new JoinConditionShuttle(rexBuilder, outer, id, fieldCount)));
      } else if (uses(conjunct, id)) {
        return null; // a sub-query that speaks of the outer query, too
      } else {
        inside.add(conjunct);
      }
    }
    if (between.isEmpty()) {
      return null;
    }
    RelNode right =
        inside.isEmpty()
            ? filter.getInput()
            : LogicalFilter.create(
                filter.getInput(),
                RexUtil.composeConjunction(rexBuilder, inside),
                ImmutableSet.copyOf(filter.getVariablesSet()));
    return LogicalJoin.create(
        outer,
        right.accept(this),
        List.of(),
        RexUtil.composeConjunction(rexBuilder, between),
        ImmutableSet.of(),
        negated ? JoinRelType.ANTI : JoinRelType.SEMI);
  }

  /** Whether a condition, or a sub-query in it, has columns of {@code id}. */
  private static boolean uses(RexNode condition, CorrelationId id) {
    boolean[] found = {false};
    condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCorrelVariable(RexCorrelVariable variable) {
            found[0] |= variable.id.equals(id);
            return variable;
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            found[0] |= RelOptUtil.getVariablesUsed(subQuery.rel).contains(id);
            return super.visitSubQuery(subQuery);
          }
        });
    return found[0];
  }

  /** Whether a condition has correlated columns, all of {@code id}, and no sub-query. */
  private static boolean usesOnly(RexNode condition, CorrelationId id) {
    boolean[] found = {false, true};
    condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCorrelVariable(RexCorrelVariable variable) {
            found[0] = true;
            found[1] &= variable.id.equals(id);
            return variable;
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            found[1] = false;
            return subQuery;
          }
        });
    return found[0] && found[1];
  }

  /** Makes a condition of the inner filter one over outer ++ inner columns. */
  private static final class JoinConditionShuttle extends RexShuttle {
    private final RexBuilder rexBuilder;
    private final RelNode outer;
    private final CorrelationId id;
    private final int shift;

    JoinConditionShuttle(RexBuilder rexBuilder, RelNode outer, CorrelationId id, int shift) {
      this.rexBuilder = rexBuilder;
      this.outer = outer;
      this.id = id;
      this.shift = shift;
    }

    @Override
    public RexNode visitInputRef(RexInputRef reference) {
      return new RexInputRef(reference.getIndex() + shift, reference.getType());
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      return access.getReferenceExpr() instanceof RexCorrelVariable variable
              && variable.id.equals(id)
          ? rexBuilder.makeInputRef(outer, access.getField().getIndex())
          : super.visitFieldAccess(access);
    }
  }
}
