package dev.paceline.calcite.rule;

import dev.paceline.calcite.estimate.Estimator;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.runtime.EngineQuery;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.volcano.RelSubset;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;

/**
 * Rules for Calcite's own Volcano planner, where a Paceline schema is one of several in a model:
 * each logical expression whose whole tree the engine can run is offered as one engine query.
 */
public final class ModelRules {
  /** One rule for each kind of logical expression. */
  public static final List<RelOptRule> RULES =
      List.of(
          new EngineRule(TableScan.class),
          new EngineRule(Filter.class),
          new EngineRule(Project.class),
          new EngineRule(Join.class),
          new EngineRule(Aggregate.class),
          new EngineRule(Sort.class),
          new EngineRule(SetOp.class));

  private ModelRules() {}

  /** Offers an engine query for an expression. */
  @SuppressWarnings("deprecation") // the constructor without a Config is all that this rule needs
  private static final class EngineRule extends RelOptRule {
    EngineRule(Class<? extends RelNode> kind) {
      super(operandJ(kind, Convention.NONE, rel -> true, any()), "Paceline" + kind.getSimpleName());
    }

    @Override
    public void onMatch(RelOptRuleCall call) {
      RelNode logical = withoutSubsets(call.rel(0));
      RelNode converted = new PhysicalConversion(new Estimator()).convert(logical);
      if (converted instanceof PacelineRel query && !RelOptUtil.findTables(logical).isEmpty()) {
        call.transformTo(new EngineQuery(call.rel(0).getTraitSet(), query));
      }
    }

    /** The expression as it was first registered, without the planner's equivalence classes. */
    private static RelNode withoutSubsets(RelNode rel) {
      RelNode plain = rel instanceof RelSubset subset ? subset.getOriginal() : rel;
      if (plain == null) {
        return rel;
      }
      List<RelNode> inputs = new ArrayList<>();
      for (RelNode input : plain.getInputs()) {
        inputs.add(withoutSubsets(input));
      }
      return inputs.isEmpty() ? plain : plain.copy(plain.getTraitSet(), inputs);
    }
  }
}
