package dev.paceline.calcite.plan;

import dev.paceline.calcite.rule.NullTests;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.rules.AggregateReduceFunctionsRule;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rel.rules.ReduceExpressionsRule;
import org.apache.calcite.rel.rules.SemiJoinRule;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/** The rules of Calcite that the logical phases use, each phase run to its fixed point. */
final class Rules {
  /** Expressions that give another value each time are not computed twice. */
  private static final RelOptRule PROJECT_MERGE =
      ProjectMergeRule.Config.DEFAULT
          .withOperandSupplier(
              top ->
                  top.operand(Project.class)
                      .oneInput(
                          bottom ->
                              bottom
                                  .operand(Project.class)
                                  .predicate(Rules::isDeterministic)
                                  .anyInputs()))
          .as(ProjectMergeRule.Config.class)
          .toRule();

  private static final RelOptRule FILTER_BELOW_PROJECT =
      FilterProjectTransposeRule.Config.DEFAULT
          .withOperandSupplier(
              filter ->
                  filter
                      .operand(Filter.class)
                      .predicate(condition -> !condition.containsOver())
                      .oneInput(
                          project ->
                              project
                                  .operand(Project.class)
                                  .predicate(Rules::isDeterministic)
                                  .anyInputs()))
          .as(FilterProjectTransposeRule.Config.class)
          .toRule();

  /** Filters and projections above one another become one. */
  static final HepProgram MERGE =
      program(CoreRules.FILTER_MERGE, PROJECT_MERGE, CoreRules.PROJECT_REMOVE);

  /** SUM and variances are not among them: the engine computes these natively. */
  private static final RelOptRule REDUCE_AGGREGATES = reduction(EnumSet.of(SqlKind.AVG));

  /** Not in mark joins, where it would take an unknown condition for false. */
  private static final RelOptRule REDUCE_JOIN_CONDITIONS =
      ReduceExpressionsRule.JoinReduceExpressionsRule.JoinReduceExpressionsRuleConfig.DEFAULT
          .withOperandSupplier(
              operand ->
                  operand
                      .operand(LogicalJoin.class)
                      .predicate(join -> join.getJoinType() != JoinRelType.LEFT_MARK)
                      .anyInputs())
          .as(ReduceExpressionsRule.JoinReduceExpressionsRule.JoinReduceExpressionsRuleConfig.class)
          .toRule();

  /** Constants are folded, conditions move down, functions become simpler ones. */
  static final HepProgram PUSH_DOWN =
      program(
          NullTests.OF_FILTERS,
          NullTests.OF_PROJECTS,
          NullTests.OF_JOINS,
          CoreRules.FILTER_REDUCE_EXPRESSIONS,
          CoreRules.PROJECT_REDUCE_EXPRESSIONS,
          REDUCE_JOIN_CONDITIONS,
          CoreRules.FILTER_INTO_JOIN,
          CoreRules.JOIN_CONDITION_PUSH,
          FILTER_BELOW_PROJECT,
          CoreRules.FILTER_AGGREGATE_TRANSPOSE,
          CoreRules.FILTER_SET_OP_TRANSPOSE,
          CoreRules.FILTER_MERGE,
          PROJECT_MERGE,
          CoreRules.PROJECT_REMOVE,
          CoreRules.JOIN_PUSH_EXPRESSIONS,
          REDUCE_AGGREGATES,
          CoreRules.UNION_TO_DISTINCT);

  private static final RelOptRule PROJECT_TO_SEMI_JOIN =
      SemiJoinRule.ProjectToSemiJoinRule.ProjectToSemiJoinRuleConfig.DEFAULT
          .withOperandSupplier(
              project ->
                  project
                      .operand(Project.class)
                      .oneInput(
                          join ->
                              join.operand(Join.class)
                                  .predicate(Rules::mayFilter)
                                  .inputs(
                                      left -> left.operand(RelNode.class).anyInputs(),
                                      right -> right.operand(Aggregate.class).anyInputs())))
          .as(SemiJoinRule.ProjectToSemiJoinRule.ProjectToSemiJoinRuleConfig.class)
          .toRule();

  private static final RelOptRule JOIN_TO_SEMI_JOIN =
      SemiJoinRule.JoinToSemiJoinRule.JoinToSemiJoinRuleConfig.DEFAULT
          .withOperandSupplier(
              join ->
                  join.operand(Join.class)
                      .predicate(Rules::mayFilter)
                      .inputs(
                          left -> left.operand(RelNode.class).anyInputs(),
                          right -> right.operand(Aggregate.class).anyInputs()))
          .as(SemiJoinRule.JoinToSemiJoinRule.JoinToSemiJoinRuleConfig.class)
          .toRule();

  /** Inner joins that only filter become semi joins. */
  static final HepProgram SEMI_JOINS =
      program(PROJECT_TO_SEMI_JOIN, JOIN_TO_SEMI_JOIN, CoreRules.JOIN_ON_UNIQUE_TO_SEMI_JOIN);

  /** Projections over projections become one. */
  static final HepProgram MERGE_PROJECTS = program(PROJECT_MERGE, CoreRules.PROJECT_REMOVE);

  private Rules() {}

  /**
   * Whether a join with an aggregate may become a semi join with its input: not an inner join with
   * one without keys, which has a row even if its input has none.
   */
  private static boolean mayFilter(Join join) {
    return join.getJoinType() == JoinRelType.LEFT
        || join.getJoinType() == JoinRelType.INNER
            && join.getRight().stripped() instanceof Aggregate aggregate
            && aggregate.getGroupSets().stream().noneMatch(ImmutableBitSet::isEmpty);
  }

  private static boolean isDeterministic(Project project) {
    return project.getProjects().stream().allMatch(RexUtil::isDeterministic);
  }

  private static RelOptRule reduction(Set<SqlKind> functions) {
    return AggregateReduceFunctionsRule.Config.DEFAULT
        .withOperandFor(LogicalAggregate.class)
        .withFunctionsToReduce(functions)
        .toRule();
  }

  private static HepProgram program(RelOptRule... rules) {
    return new HepProgramBuilder()
        .addMatchOrder(HepMatchOrder.ARBITRARY)
        .addRuleCollection(List.of(rules))
        .build();
  }
}
