package dev.paceline.calcite.sql;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaVersion;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;

/** The tables and views of a database as a Calcite schema. Any thread may use it. */
final class StoredSchema extends AbstractSchema {
  private final Catalog catalog;
  private final SqlFrontEnd frontEnd;

  StoredSchema(Catalog catalog, SqlFrontEnd frontEnd) {
    this.catalog = catalog;
    this.frontEnd = frontEnd;
  }

  @Override
  protected Map<String, Table> getTableMap() {
    return catalog.tablesByName();
  }

  /** Names mean the same tables and views as now for ever, so that a statement keeps them apart. */
  @Override
  public Schema snapshot(SchemaVersion version) {
    Map<String, Table> tables = new HashMap<>(catalog.tablesByName());
    StatementNames names = new StatementNames(frontEnd, tables);
    for (ViewDefinition view : catalog.views()) {
      tables.put(view.name(), new PacelineView(view, names, false));
    }
    return names;
  }
}
