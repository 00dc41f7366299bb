package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.TableDefinition;

/** Gives a table another name, other names of columns, or columns that may be NULL. */
public record RedefineTable(Table table, TableDefinition definition) implements SchemaStatement {
  @Override
  public void execute(SessionCatalog catalog) {
    catalog.toChange(table.database()).redefineTable(table, definition);
  }
}
