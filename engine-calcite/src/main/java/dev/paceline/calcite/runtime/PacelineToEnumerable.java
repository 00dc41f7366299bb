package dev.paceline.calcite.runtime;

import dev.paceline.calcite.rel.PacelineRel;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterImpl;
import org.apache.calcite.rel.metadata.RelMetadataQuery;

/** The border between the engine below and Calcite's generated code above. */
public final class PacelineToEnumerable extends ConverterImpl implements EnumerableRel {
  /**
   * @param input a {@link PacelineRel}
   */
  public PacelineToEnumerable(RelTraitSet traits, RelNode input) {
    super(
        input.getCluster(),
        ConventionTraitDef.INSTANCE,
        traits.replace(EnumerableConvention.INSTANCE),
        input);
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new PacelineToEnumerable(traitSet, inputs.getFirst());
  }

  @Override
  public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery mq) {
    return planner.getCostFactory().makeTinyCost();
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return getInput() instanceof PacelineRel rel ? rel.rows() : super.estimateRowCount(mq);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
    PhysType physType =
        PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), preference.preferArray());
    PacelineRel query = (PacelineRel) getInput();
    StatementSnapshots.note(query, implementor.map);
    Expression rel = implementor.stash(query, PacelineRel.class);
    BlockBuilder block = new BlockBuilder();
    block.add(
        Expressions.return_(
            null, Expressions.call(PacelineRuntime.class, "execute", rel, DataContext.ROOT)));
    return implementor.result(physType, block.toBlock());
  }
}
