package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.EngineInstance;

/** Removes all rows of a table. */
public record TruncateTable(String name) implements SchemaStatement {
  @Override
  public void execute(EngineInstance instance) {
    instance.database().truncate(TableNames.find(instance.catalog(), name));
  }
}
