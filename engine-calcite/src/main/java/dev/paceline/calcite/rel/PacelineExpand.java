package dev.paceline.calcite.rel;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Repeats each row once for each grouping set. In front of the input's columns come the keys, which
 * are NULL in sets without them; behind them comes the number of the set, a BIGINT.
 */
public final class PacelineExpand extends SingleRel implements PacelineRel {
  private final ImmutableBitSet keys;
  private final List<ImmutableBitSet> sets;
  private final double rows;

  /**
   * @param keys columns of the input
   * @param sets of keys
   */
  public PacelineExpand(
      RelNode input, ImmutableBitSet keys, List<ImmutableBitSet> sets, double rows) {
    super(input.getCluster(), input.getCluster().traitSetOf(CONVENTION), input);
    this.keys = keys;
    this.sets = List.copyOf(sets);
    this.rows = rows;
  }

  public ImmutableBitSet keys() {
    return keys;
  }

  public List<ImmutableBitSet> sets() {
    return sets;
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory types = getCluster().getTypeFactory();
    RelDataType inputType = getInput().getRowType();
    RelDataTypeFactory.Builder fields = types.builder();
    for (int key : keys) {
      RelDataType type = inputType.getFieldList().get(key).getType();
      boolean nullable = type.isNullable() || !sets.stream().allMatch(set -> set.get(key));
      fields.add(
          inputType.getFieldNames().get(key), types.createTypeWithNullability(type, nullable));
    }
    return fields
        .addAll(inputType.getFieldList())
        .add("grouping_set", SqlTypeName.BIGINT)
        .uniquify()
        .build();
  }

  @Override
  public PacelineExpand copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new PacelineExpand(inputs.getFirst(), keys, sets, rows);
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("keys", keys)
        .item("sets", sets)
        .item("rows", Math.round(rows));
  }
}
