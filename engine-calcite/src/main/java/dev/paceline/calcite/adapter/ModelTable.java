package dev.paceline.calcite.adapter;

import dev.paceline.calcite.rule.ModelRules;
import dev.paceline.calcite.table.PacelineTable;
import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;

/**
 * A {@link PacelineTable} for Calcite's own planner: its scan brings the rules along that let the
 * engine run what it can.
 */
final class ModelTable extends AbstractTable implements TranslatableTable {
  private final PacelineTable table;

  ModelTable(PacelineTable table) {
    this.table = table;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    return table.getRowType(typeFactory);
  }

  @Override
  public Statistic getStatistic() {
    return table.getStatistic();
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
    RelOptCluster cluster = context.getCluster();
    return new Scan(cluster, cluster.traitSetOf(Convention.NONE), relOptTable);
  }

  @Override
  public <C> C unwrap(Class<C> wanted) {
    return wanted == PacelineTable.class ? wanted.cast(table) : super.unwrap(wanted);
  }

  /** A scan that has not been planned yet. */
  private static final class Scan extends TableScan {
    Scan(RelOptCluster cluster, RelTraitSet traits, RelOptTable table) {
      super(cluster, traits, List.of(), table);
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
      return new Scan(getCluster(), traits, getTable());
    }

    @Override
    public void register(RelOptPlanner planner) {
      ModelRules.RULES.forEach(planner::addRule);
    }
  }
}
