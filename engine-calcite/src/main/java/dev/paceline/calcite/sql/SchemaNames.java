package dev.paceline.calcite.sql;

import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;

/** Resolves the names of one schema for one statement. One thread. */
final class SchemaNames extends AbstractSchema {
  private final Map<String, Table> tables;

  /**
   * @param views become parts of the statement
   * @param ofSession whether the views are temporary
   */
  SchemaNames(
      Map<String, Table> tables,
      List<ViewDefinition> views,
      StatementNames names,
      boolean ofSession) {
    this.tables = new HashMap<>(tables);
    views.forEach(view -> this.tables.put(view.name(), new PacelineView(view, names, ofSession)));
  }

  @Override
  protected Map<String, Table> getTableMap() {
    return tables;
  }
}
