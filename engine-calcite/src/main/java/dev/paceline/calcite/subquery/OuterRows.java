package dev.paceline.calcite.subquery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.jspecify.annotations.Nullable;

/**
 * The variables by which a sub-query refers to the rows around it.
 *
 * @param own stand for the rows of the expression that contains the sub-query
 * @param enclosing stand for rows further out
 */
record OuterRows(Set<CorrelationId> own, Set<CorrelationId> enclosing) {
  /**
   * Finds the variables of sub-queries. The converter declares only those of the first sub-query of
   * a HAVING clause; the type of the rows tells the others.
   *
   * @param declared the variables that the expression declares
   * @param rowType of the rows that they stand for
   * @param expressions contain the sub-queries
   */
  static OuterRows of(
      Set<CorrelationId> declared,
      Set<CorrelationId> enclosing,
      RelDataType rowType,
      List<RexNode> expressions) {
    Map<CorrelationId, RelDataType> used = new HashMap<>();
    Variables finder = new Variables(variable -> used.put(variable.id, variable.getType()));
    for (RexNode expression : expressions) {
      expression.accept(finder);
    }
    Set<CorrelationId> own = new HashSet<>(declared);
    used.forEach(
        (id, type) -> {
          if (!enclosing.contains(id) && type.equals(rowType)) {
            own.add(id);
          }
        });
    return new OuterRows(own, enclosing);
  }

  /** Returns all variables. */
  Set<CorrelationId> all() {
    Set<CorrelationId> all = new HashSet<>(own);
    all.addAll(enclosing);
    return all;
  }

  /** Returns the own variable that an expression uses; null if it uses none. */
  @Nullable CorrelationId usedIn(RelNode rel) {
    Set<CorrelationId> used = RelOptUtil.getVariablesUsed(rel);
    used.retainAll(own);
    return used.isEmpty() ? null : used.iterator().next();
  }

  /** Returns a sub-query without sub-queries, which refers to these rows by one variable. */
  RelNode plan(RexSubQuery subQuery, SubQueryRemoval removal) {
    RelNode plan = subQuery.rel.accept(removal);
    List<CorrelationId> used = new ArrayList<>(RelOptUtil.getVariablesUsed(plan));
    used.retainAll(own);
    if (used.size() < 2) {
      return plan;
    }
    RexBuilder rexBuilder = plan.getCluster().getRexBuilder();
    return changed(
        plan,
        new RexShuttle() {
          @Override
          public RexNode visitCorrelVariable(RexCorrelVariable variable) {
            return used.contains(variable.id)
                ? rexBuilder.makeCorrel(variable.getType(), used.getFirst())
                : variable;
          }
        });
  }

  /** Whether an expression is a column of these rows. */
  boolean isColumn(RexNode expression) {
    return expression instanceof RexFieldAccess access
        && access.getReferenceExpr() instanceof RexCorrelVariable variable
        && own.contains(variable.id);
  }

  /** Whether an expression without sub-queries uses these rows. */
  boolean isUsedIn(RexNode expression) {
    boolean[] found = new boolean[1];
    expression.accept(new Variables(variable -> found[0] |= own.contains(variable.id)));
    return found[0];
  }

  /** Applies a shuttle to all expressions of a plan. */
  static RelNode changed(RelNode plan, RexShuttle shuttle) {
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(shuttle);
          }
        });
  }

  /** Meets all variables of an expression, its sub-queries included. */
  private static final class Variables extends RexShuttle {
    private final Consumer<RexCorrelVariable> consumer;

    Variables(Consumer<RexCorrelVariable> consumer) {
      this.consumer = consumer;
    }

    @Override
    public RexNode visitCorrelVariable(RexCorrelVariable variable) {
      consumer.accept(variable);
      return variable;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
      RelNode unused = changed(subQuery.rel, this);
      return super.visitSubQuery(subQuery);
    }
  }
}
