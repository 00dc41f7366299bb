package dev.paceline.calcite.sql;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaVersion;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;

/** The temporary tables and views of a session as a Calcite schema. Any thread may use it. */
final class TemporarySchema extends AbstractSchema {
  private final Catalog catalog;

  TemporarySchema(Catalog catalog) {
    this.catalog = catalog;
  }

  @Override
  public Schema snapshot(SchemaVersion version) {
    return new Names(new HashMap<>(catalog.tablesByName()), catalog.views());
  }

  /** What the names of temporary tables and views mean for one statement. One thread. */
  static final class Names extends AbstractSchema {
    private final Map<String, Table> tables;
    private final List<ViewDefinition> views;

    private Names(Map<String, Table> tables, List<ViewDefinition> views) {
      this.tables = tables;
      this.views = views;
    }

    /** Makes the views parts of a statement. */
    void bind(StatementNames names) {
      views.forEach(view -> tables.put(view.name(), new PacelineView(view, names, true)));
    }

    @Override
    protected Map<String, Table> getTableMap() {
      return tables;
    }
  }
}
