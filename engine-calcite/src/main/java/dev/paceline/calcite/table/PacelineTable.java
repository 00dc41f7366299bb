package dev.paceline.calcite.table;

import dev.paceline.calcite.table.TableSource.Column;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.impl.AbstractTable;

/** A table of the engine in a Calcite schema. Thread-safe. */
public final class PacelineTable extends AbstractTable {
  private final TableSource source;

  public PacelineTable(TableSource source) {
    this.source = source;
  }

  public TableSource source() {
    return source;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    RelDataTypeFactory.Builder builder = typeFactory.builder();
    for (Column column : source.columns()) {
      builder.add(
          column.name(),
          typeFactory.createTypeWithNullability(
              TypeMapping.toRelType(typeFactory, column.type()), column.nullable()));
    }
    return builder.build();
  }

  /** The number of rows only: uniqueness is estimated elsewhere and never taken for granted. */
  @Override
  public Statistic getStatistic() {
    return Statistics.of((double) source.rowCount(), List.of());
  }
}
