package dev.paceline.calcite.rule;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.jspecify.annotations.Nullable;

/** Says which sub-queries the planner cannot turn into joins. */
public final class SubQueryLimits {
  private static final String REMEDY = " is not supported; write it as a join or in WHERE";

  private SubQueryLimits() {}

  /**
   * Looks at a plan whose sub-queries have become joins, as far as they can.
   *
   * @throws PacelineException NOT_SUPPORTED if some are left
   */
  public static void checkRest(RelNode plan) {
    new RelVisitor() {
      @Override
      public void visit(RelNode rel, int ordinal, @Nullable RelNode parent) {
        if (rel instanceof Correlate) {
          throw unsupported("a correlated sub-query of this form");
        }
        rel.accept(
            new RexShuttle() {
              @Override
              public RexNode visitSubQuery(RexSubQuery subQuery) {
                throw unsupported(
                    subQuery.getOperator().getName() + " with a query in " + rel.getRelTypeName());
              }

              @Override
              public RexNode visitCorrelVariable(RexCorrelVariable variable) {
                throw unsupported("a sub-query that refers to a query two levels above it");
              }
            });
        super.visit(rel, ordinal, parent);
      }
    }.go(plan);
  }

  private static PacelineException unsupported(String what) {
    return new PacelineException(ErrorCode.NOT_SUPPORTED, what + REMEDY);
  }
}
