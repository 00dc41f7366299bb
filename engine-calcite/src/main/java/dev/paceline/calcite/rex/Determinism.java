package dev.paceline.calcite.rex;

import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.tools.RelBuilder;

/** Finds out whether a plan computes values that differ each time, such as RANDOM(). */
public final class Determinism {
  private boolean deterministic = true;

  private Determinism() {}

  /**
   * Returns a builder for a plan. The builder merges projections only if each expression of the
   * plan always gives the same value, because a merged projection may compute an expression several
   * times.
   */
  public static RelBuilder builderFor(RelNode plan) {
    RelOptCluster cluster = plan.getCluster();
    return isDeterministic(plan)
        ? RelFactories.LOGICAL_BUILDER.create(cluster, null)
        : RelBuilder.proto(Contexts.of(RelBuilder.Config.DEFAULT.withBloat(-1)))
            .create(cluster, null);
  }

  /** Whether each expression of a plan always gives the same value, in sub-queries, too. */
  public static boolean isDeterministic(RelNode plan) {
    Determinism found = new Determinism();
    found.look(plan);
    return found.deterministic;
  }

  private void look(RelNode plan) {
    RexShuttle expressions =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            deterministic &= call.getOperator().isDeterministic();
            return super.visitCall(call);
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            look(subQuery.rel);
            return super.visitSubQuery(subQuery);
          }
        };
    RelNode unused =
        plan.accept(
            new RelHomogeneousShuttle() {
              @Override
              public RelNode visit(RelNode other) {
                RelNode same = other.accept(expressions);
                return super.visit(same);
              }
            });
  }
}
