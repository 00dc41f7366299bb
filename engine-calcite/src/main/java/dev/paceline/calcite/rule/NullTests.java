package dev.paceline.calcite.rule;

import static java.util.Objects.requireNonNullElse;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * Rules that test the operands of a comparison for NULL instead of the comparison, and the branches
 * of a CASE instead of the CASE: {@code (a < b) IS NULL} becomes {@code a IS NULL OR b IS NULL}.
 *
 * <p>Calcite's rules that fold constants also do this, but only after they have replaced operands
 * by constants. They then leave the type of the comparison nullable, though it cannot be NULL any
 * more, and their simplifier asserts that the type of a call that is tested for NULL follows from
 * its operands. Therefore these rules run first, and correct the types of other tested calls, too.
 */
public final class NullTests extends RexShuttle {
  /** Applies to the condition of a filter. */
  public static final RelOptRule OF_FILTERS = new Rule(Filter.class);

  /** Applies to the expressions of a projection. */
  public static final RelOptRule OF_PROJECTS = new Rule(Project.class);

  /** Applies to the condition of a join. */
  public static final RelOptRule OF_JOINS = new Rule(Join.class);

  private final RexBuilder rexBuilder;
  private final RexSimplify simplify;

  private NullTests(RelOptCluster cluster) {
    this.rexBuilder = cluster.getRexBuilder();
    this.simplify =
        new RexSimplify(
            rexBuilder,
            RelOptPredicateList.EMPTY,
            requireNonNullElse(cluster.getPlanner().getExecutor(), RexUtil.EXECUTOR));
  }

  @Override
  public RexNode visitCall(RexCall call) {
    if (!(super.visitCall(call) instanceof RexCall visited)) {
      return call;
    }
    return switch (visited.getKind()) {
      case IS_NULL, IS_NOT_NULL -> test(visited, visited.getOperands().getFirst());
      // The new conditions are parts of this one, which has to be flat.
      case AND ->
          visited.equals(call)
              ? call
              : RexUtil.composeConjunction(rexBuilder, visited.getOperands());
      case OR ->
          visited.equals(call)
              ? call
              : RexUtil.composeDisjunction(rexBuilder, visited.getOperands());
      default -> visited;
    };
  }

  /** Makes the same test of another value. */
  private RexNode test(RexCall test, RexNode value) {
    return switch (value.getKind()) {
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          hasRows((RexCall) value)
              ? of(test, withTypeOfOperands(value))
              : testOfOperands(test, (RexCall) value);
      case NOT -> testOfOperands(test, (RexCall) value);
      case CASE -> testOfBranches(test, (RexCall) value);
      default -> of(test, withTypeOfOperands(value));
    };
  }

  /**
   * Simplifies a call that is NULL if and only if an operand is, and makes it NOT NULL if no
   * operand is nullable.
   */
  private RexNode withTypeOfOperands(RexNode value) {
    if (!isStrict(value)) {
      return value;
    }
    RexNode simple = simplify.simplifyUnknownAs(value, RexUnknownAs.UNKNOWN);
    return isStrict(simple)
            && simple.getType().isNullable()
            && ((RexCall) simple).getOperands().stream().noneMatch(NullTests::isNullable)
        ? ((RexCall) simple)
            .clone(
                rexBuilder.getTypeFactory().createTypeWithNullability(simple.getType(), false),
                ((RexCall) simple).getOperands())
        : value;
  }

  private static boolean isStrict(RexNode value) {
    return value instanceof RexCall call
        && call.getKind() != SqlKind.CAST
        && Strong.policy(call) == Strong.Policy.ANY;
  }

  private static boolean isNullable(RexNode operand) {
    return operand.getType().isNullable();
  }

  private RexNode of(RexCall test, RexNode value) {
    return test.getOperands().getFirst().equals(value)
        ? test
        : rexBuilder.makeCall(test.getOperator(), value);
  }

  /** Returns whether rows are compared; their first fields may decide such a comparison. */
  private static boolean hasRows(RexCall comparison) {
    return comparison.getOperands().stream().anyMatch(operand -> operand.getType().isStruct());
  }

  private RexNode testOfOperands(RexCall test, RexCall strict) {
    List<RexNode> tests = new ArrayList<>();
    for (RexNode operand : strict.getOperands()) {
      tests.add(test(test, operand));
    }
    return test.isA(SqlKind.IS_NULL)
        ? RexUtil.composeDisjunction(rexBuilder, tests)
        : RexUtil.composeConjunction(rexBuilder, tests);
  }

  private RexNode testOfBranches(RexCall test, RexCall choice) {
    List<RexNode> operands = new ArrayList<>();
    for (int i = 0; i < choice.getOperands().size(); i++) {
      RexNode operand = choice.getOperands().get(i);
      operands.add(RexUtil.isCasePredicate(choice, i) ? operand : test(test, operand));
    }
    return rexBuilder.makeCall(
        choice.getParserPosition(), test.getType(), choice.getOperator(), operands);
  }

  /** Applies {@link NullTests} to the expressions of a relation. */
  @SuppressWarnings("deprecation") // the constructor without a Config is all that this rule needs
  private static final class Rule extends RelOptRule {
    Rule(Class<? extends RelNode> kind) {
      super(
          operandJ(kind, Convention.NONE, rel -> true, any()), "NullTests" + kind.getSimpleName());
    }

    @Override
    public void onMatch(RelOptRuleCall call) {
      RelNode rel = call.rel(0);
      NullTests tests = new NullTests(rel.getCluster());
      RelNode result =
          rel instanceof Project project ? ofTheSameType(project, tests) : rel.accept(tests);
      if (!result.equals(rel)) {
        call.transformTo(result);
      }
    }

    private static RexNode withType(RelDataType type, RexNode value, RexBuilder rexBuilder) {
      return value.getType().equals(type) ? value : rexBuilder.makeAbstractCast(type, value, false);
    }

    private static RelNode ofTheSameType(Project project, NullTests tests) {
      RexBuilder rexBuilder = project.getCluster().getRexBuilder();
      List<RexNode> expressions =
          project.getProjects().stream()
              .map(value -> withType(value.getType(), value.accept(tests), rexBuilder))
              .toList();
      return expressions.equals(project.getProjects())
          ? project
          : project.copy(
              project.getTraitSet(), project.getInput(), expressions, project.getRowType());
    }
  }
}
