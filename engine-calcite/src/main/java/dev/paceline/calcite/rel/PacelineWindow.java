package dev.paceline.calcite.rel;

import dev.paceline.core.plan.RankLimit;
import dev.paceline.core.plan.WindowCall;
import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.util.ImmutableIntList;
import org.jspecify.annotations.Nullable;

/** Adds a column for each of some window functions, which share partitions and a sort. */
public final class PacelineWindow extends SingleRel implements PacelineRel {
  private final ImmutableIntList partitionKeys;
  private final RelCollation order;
  private final List<WindowCall> calls;
  private final List<RelDataType> types;
  private final @Nullable RankLimit limit;
  private final double rows;

  /**
   * @param partitionKeys columns of the input
   * @param order in each partition
   * @param calls whose arguments are columns of the input
   * @param types of the results
   * @param limit which rows are wanted; null for all
   */
  public PacelineWindow(
      RelNode input,
      ImmutableIntList partitionKeys,
      RelCollation order,
      List<WindowCall> calls,
      List<RelDataType> types,
      @Nullable RankLimit limit,
      double rows) {
    super(input.getCluster(), input.getCluster().traitSetOf(CONVENTION), input);
    this.partitionKeys = partitionKeys;
    this.order = order;
    this.calls = List.copyOf(calls);
    this.types = List.copyOf(types);
    this.limit = limit;
    this.rows = rows;
  }

  public ImmutableIntList partitionKeys() {
    return partitionKeys;
  }

  public RelCollation order() {
    return order;
  }

  public List<WindowCall> calls() {
    return calls;
  }

  /** Which rows are wanted; null for all. */
  public @Nullable RankLimit limit() {
    return limit;
  }

  /** The same functions for an expression that wants only some rows. */
  public PacelineWindow withLimit(RankLimit limit) {
    return new PacelineWindow(getInput(), partitionKeys, order, calls, types, limit, rows);
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory.Builder fields = getCluster().getTypeFactory().builder();
    fields.addAll(getInput().getRowType().getFieldList());
    for (RelDataType type : types) {
      fields.add("window" + fields.getFieldCount(), type);
    }
    return fields.uniquify().build();
  }

  @Override
  public PacelineWindow copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new PacelineWindow(inputs.getFirst(), partitionKeys, order, calls, types, limit, rows);
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    super.explainTerms(writer)
        .itemIf("partition", partitionKeys, !partitionKeys.isEmpty())
        .itemIf("order", order, !order.getFieldCollations().isEmpty());
    for (int i = 0; i < calls.size(); i++) {
      int column = getInput().getRowType().getFieldCount() + i;
      writer.item(getRowType().getFieldNames().get(column), calls.get(i));
    }
    return writer
        .itemIf("firstRanks", limit == null ? 0 : limit.rank(), limit != null)
        .item("rows", Math.round(rows));
  }
}
