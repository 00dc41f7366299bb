package dev.paceline.calcite.rel;

import dev.paceline.calcite.table.PacelineTable;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableIntList;
import org.jspecify.annotations.Nullable;

/** Reads some columns of those rows of a table that satisfy a condition. */
public final class PacelineTableScan extends TableScan implements PacelineRel {
  private final ImmutableIntList columns;
  private final @Nullable RexNode condition;
  private final double rows;

  /**
   * @param columns of the table, in the order of the output
   * @param condition over all columns of the table; null for none
   */
  public PacelineTableScan(
      RelOptCluster cluster,
      RelOptTable table,
      ImmutableIntList columns,
      @Nullable RexNode condition,
      double rows) {
    super(cluster, cluster.traitSetOf(CONVENTION), List.of(), table);
    this.columns = columns;
    this.condition = condition;
    this.rows = rows;
  }

  public ImmutableIntList columns() {
    return columns;
  }

  public @Nullable RexNode condition() {
    return condition;
  }

  /**
   * This scan, delivering only some of its columns.
   *
   * @param positions in {@link #columns}
   */
  public PacelineTableScan withColumns(List<Integer> positions) {
    return new PacelineTableScan(
        getCluster(),
        getTable(),
        ImmutableIntList.copyOf(positions.stream().map(columns::get).toList()),
        condition,
        rows);
  }

  public PacelineTable pacelineTable() {
    return getTable().unwrapOrThrow(PacelineTable.class);
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  public RelDataType deriveRowType() {
    RelDataTypeFactory.Builder builder = getCluster().getTypeFactory().builder();
    for (int column : columns) {
      builder.add(table.getRowType().getFieldList().get(column));
    }
    return builder.build();
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    List<String> names = columns.stream().map(table.getRowType().getFieldNames()::get).toList();
    return super.explainTerms(writer)
        .item("columns", names)
        .itemIf("filter", condition, condition != null)
        .item("rows", Math.round(rows))
        .item("order", "any");
  }
}
