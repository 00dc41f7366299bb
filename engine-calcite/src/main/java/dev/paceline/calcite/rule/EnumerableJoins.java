package dev.paceline.calcite.rule;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableNestedLoopJoin;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.jspecify.annotations.Nullable;

/**
 * Leaves joins to Calcite's generated code, by its own rule but for one kind. In mark joins with
 * several conditions, as a correlated NOT IN has them, its hash join takes a NULL in a key of any
 * right row for an unknown mark of every left row, also of those whose other keys differ. These
 * joins compare all pairs instead.
 */
public final class EnumerableJoins extends ConverterRule {
  public static final EnumerableJoins INSTANCE =
      Config.INSTANCE
          .withConversion(
              LogicalJoin.class,
              Convention.NONE,
              EnumerableConvention.INSTANCE,
              "PacelineEnumerableJoins")
          .withRuleFactory(EnumerableJoins::new)
          .toRule(EnumerableJoins.class);

  private EnumerableJoins(Config config) {
    super(config);
  }

  @Override
  public @Nullable RelNode convert(RelNode rel) {
    LogicalJoin join = (LogicalJoin) rel;
    if (join.getJoinType() != JoinRelType.LEFT_MARK
        || RelOptUtil.conjunctions(join.getCondition()).size() < 2) {
      return ((ConverterRule) EnumerableRules.ENUMERABLE_JOIN_RULE).convert(rel);
    }
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : join.getInputs()) {
      inputs.add(convert(input, input.getTraitSet().replace(EnumerableConvention.INSTANCE)));
    }
    return EnumerableNestedLoopJoin.create(
        inputs.get(0),
        inputs.get(1),
        join.getCondition(),
        join.getVariablesSet(),
        join.getJoinType());
  }
}
