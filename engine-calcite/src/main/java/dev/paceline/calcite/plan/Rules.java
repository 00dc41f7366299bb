package dev.paceline.calcite.plan;

import dev.paceline.calcite.rule.NullTests;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.RelFactories.FilterFactory;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.rules.AggregateReduceFunctionsRule;
import org.apache.calcite.rel.rules.FilterAggregateTransposeRule;
import org.apache.calcite.rel.rules.FilterJoinRule;
import org.apache.calcite.rel.rules.FilterMergeRule;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rel.rules.FilterSetOpTransposeRule;
import org.apache.calcite.rel.rules.JoinPushExpressionsRule;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rel.rules.ProjectRemoveRule;
import org.apache.calcite.rel.rules.ReduceExpressionsRule;
import org.apache.calcite.rel.rules.SemiJoinRule;
import org.apache.calcite.rel.rules.UnionToDistinctRule;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The rules of Calcite that the logical phases use, each phase run to its fixed point. They come
 * from their configurations: {@code CoreRules} would make some hundred others, for which the first
 * statement of a process waits.
 */
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

  /**
   * Creates filters without simplifying their conditions, because the rules that reduce expressions
   * simplify each condition once it has reached its final place.
   */
  private static final RelBuilderFactory PLAIN =
      RelBuilder.proto(
          Contexts.of(
              RelBuilder.Config.DEFAULT.withSimplify(false), (FilterFactory) Rules::createFilter));

  private static final RelOptRule FILTER_BELOW_PROJECT =
      FilterProjectTransposeRule.Config.DEFAULT
          .withCopyFilter(false)
          .withRelBuilderFactory(PLAIN)
          .withOperandSupplier(
              filter ->
                  filter
                      .operand(Filter.class)
                      .predicate(
                          condition ->
                              !condition.containsOver() && condition.getVariablesSet().isEmpty())
                      .oneInput(
                          project ->
                              project
                                  .operand(Project.class)
                                  .predicate(Rules::isDeterministic)
                                  .anyInputs()))
          .as(FilterProjectTransposeRule.Config.class)
          .toRule();

  private static final RelOptRule PROJECT_REMOVE = ProjectRemoveRule.Config.DEFAULT.toRule();

  /** Filters and projections above one another become one. */
  static final HepProgram MERGE =
      program(FilterMergeRule.Config.DEFAULT.toRule(), PROJECT_MERGE, PROJECT_REMOVE);

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

  /** Most joins compare columns as they are. */
  private static final RelOptRule PUSH_JOIN_EXPRESSIONS =
      JoinPushExpressionsRule.Config.DEFAULT
          .withOperandSupplier(
              operand -> operand.operand(Join.class).predicate(Rules::computes).anyInputs())
          .as(JoinPushExpressionsRule.Config.class)
          .toRule();

  /**
   * Moves conditions down, folds constants and simplifies functions. A rule is tried before the
   * rules that follow it. Simplifying conditions costs most, so it comes after they have moved.
   */
  static final HepProgram PUSH_DOWN =
      program(
          NullTests.OF_FILTERS,
          NullTests.OF_PROJECTS,
          NullTests.OF_JOINS,
          plain(FilterMergeRule.Config.DEFAULT),
          plain(FilterJoinRule.FilterIntoJoinRule.FilterIntoJoinRuleConfig.DEFAULT),
          plain(FilterJoinRule.JoinConditionPushRule.JoinConditionPushRuleConfig.DEFAULT),
          FILTER_BELOW_PROJECT,
          new FilterBelowGroups(),
          plain(FilterSetOpTransposeRule.Config.DEFAULT),
          PROJECT_MERGE,
          PROJECT_REMOVE,
          ReduceExpressionsRule.FilterReduceExpressionsRule.FilterReduceExpressionsRuleConfig
              .DEFAULT
              .toRule(),
          ReduceExpressionsRule.ProjectReduceExpressionsRule.ProjectReduceExpressionsRuleConfig
              .DEFAULT
              .toRule(),
          REDUCE_JOIN_CONDITIONS,
          PUSH_JOIN_EXPRESSIONS,
          REDUCE_AGGREGATES,
          UnionToDistinctRule.Config.DEFAULT.toRule());

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
      program(
          PROJECT_TO_SEMI_JOIN,
          JOIN_TO_SEMI_JOIN,
          SemiJoinRule.JoinOnUniqueToSemiJoinRule.JoinOnUniqueToSemiJoinRuleConfig.DEFAULT
              .toRule());

  /** Projections over projections become one. */
  static final HepProgram MERGE_PROJECTS = program(PROJECT_MERGE, PROJECT_REMOVE);

  private Rules() {}

  /**
   * Creates a filter of a condition that rules have put together: not flat, or cast only to be
   * nullable, which Calcite forbids.
   */
  private static RelNode createFilter(
      RelNode input, RexNode condition, Set<CorrelationId> variables) {
    RexBuilder rexBuilder = input.getCluster().getRexBuilder();
    RexNode flat =
        condition.accept(
            new RexShuttle() {
              @Override
              public RexNode visitCall(RexCall call) {
                return RexUtil.flatten(rexBuilder, super.visitCall(call));
              }
            });
    return RelFactories.DEFAULT_FILTER_FACTORY.createFilter(
        input, RexUtil.removeNullabilityCast(input.getCluster().getTypeFactory(), flat), variables);
  }

  /**
   * Moves conditions on groups to the rows. A set without keys has a group even if there are no
   * rows: a condition without columns, such as FALSE, does not move below it.
   */
  private static final class FilterBelowGroups extends FilterAggregateTransposeRule {
    FilterBelowGroups() {
      super(Config.DEFAULT.withRelBuilderFactory(PLAIN).as(Config.class));
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      Filter filter = call.rel(0);
      Aggregate aggregate = call.rel(1);
      return aggregate.getGroupSets().stream().noneMatch(ImmutableBitSet::isEmpty)
          || RelOptUtil.conjunctions(filter.getCondition()).stream()
              .noneMatch(condition -> RelOptUtil.InputFinder.bits(condition).isEmpty());
    }
  }

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

  /** Whether the condition of a join has more than equalities of columns. */
  private static boolean computes(Join join) {
    return !RelOptUtil.conjunctions(join.getCondition()).stream()
        .allMatch(
            conjunct ->
                conjunct.isA(SqlKind.EQUALS)
                    && ((RexCall) conjunct)
                        .getOperands().stream().allMatch(RexInputRef.class::isInstance));
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

  private static RelOptRule plain(RelRule.Config config) {
    return config.withRelBuilderFactory(PLAIN).toRule();
  }

  private static HepProgram program(RelOptRule... rules) {
    return new HepProgramBuilder()
        .addMatchOrder(HepMatchOrder.ARBITRARY)
        .addRuleCollection(List.of(rules))
        .build();
  }
}
