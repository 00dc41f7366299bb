package dev.paceline.datasets;

import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.ArrayList;
import java.util.List;

/** The columns of a generated table, all of them NOT NULL. */
final class Columns {
  private final List<ColumnDefinition> columns = new ArrayList<>();

  Columns add(String name, DataType type) {
    columns.add(new ColumnDefinition(name, type, false));
    return this;
  }

  TableDefinition table(String name) {
    return new TableDefinition(name, columns);
  }
}
