package dev.paceline.calcite.rel;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.util.ImmutableBitSet;

/** The logical form of {@link Unnest}. */
public final class LogicalUnnest extends Unnest {
  /** See {@link Unnest} for the parameters. */
  public LogicalUnnest(
      RelNode input,
      ImmutableBitSet kept,
      List<RexNode> lists,
      boolean ordinality,
      boolean outer,
      RelDataType rowType) {
    super(input, Convention.NONE, kept, lists, ordinality, outer, rowType);
  }

  @Override
  public LogicalUnnest copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return with(inputs.getFirst(), lists());
  }

  @Override
  public RelNode accept(RexShuttle shuttle) {
    List<RexNode> changed = new ArrayList<>(shuttle.apply(lists()));
    return changed.equals(lists()) ? this : with(getInput(), changed);
  }

  private LogicalUnnest with(RelNode newInput, List<RexNode> newLists) {
    return new LogicalUnnest(newInput, kept(), newLists, ordinality(), outer(), getRowType());
  }
}
