package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.TableDefinition;

/** Gives a table another name, other names of columns, or columns that may be NULL. */
public record RedefineTable(Table table, TableDefinition definition) implements SchemaStatement {
  @Override
  public void execute(EngineInstance instance) {
    instance.database().redefineTable(table, definition);
  }
}
