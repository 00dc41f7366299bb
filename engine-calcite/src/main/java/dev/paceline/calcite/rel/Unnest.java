package dev.paceline.calcite.rel;

import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * An expression that repeats each row once for each element of its lists. Its columns are some of
 * the input and those of {@link ElementRows}.
 */
public abstract class Unnest extends SingleRel {
  private final ImmutableBitSet kept;
  private final List<RexNode> lists;
  private final boolean ordinality;
  private final boolean outer;

  /**
   * @param kept columns of the input that the expression has
   * @param lists over the columns of the input
   * @param ordinality whether the last column is the number of the element
   * @param outer whether rows without elements are kept
   * @param rowType of all columns
   */
  Unnest(
      RelNode input,
      Convention convention,
      ImmutableBitSet kept,
      List<RexNode> lists,
      boolean ordinality,
      boolean outer,
      RelDataType rowType) {
    super(input.getCluster(), input.getCluster().traitSetOf(convention), input);
    this.kept = kept;
    this.lists = List.copyOf(lists);
    this.ordinality = ordinality;
    this.outer = outer;
    this.rowType = rowType;
  }

  public final ImmutableBitSet kept() {
    return kept;
  }

  public final List<RexNode> lists() {
    return lists;
  }

  public final boolean ordinality() {
    return ordinality;
  }

  public final boolean outer() {
    return outer;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("kept", kept)
        .item("lists", lists)
        .itemIf("ordinality", true, ordinality)
        .itemIf("outer", true, outer);
  }
}
