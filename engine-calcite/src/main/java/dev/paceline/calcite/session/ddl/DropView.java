package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.ViewDefinition;

/** Drops a view. */
public record DropView(String name, boolean ifExists) implements SchemaStatement {
  @Override
  public void execute(EngineInstance instance) {
    Catalog catalog = instance.catalog();
    ViewDefinition view = catalog.findView(name);
    if (view != null) {
      instance.database().dropView(view);
    } else if (catalog.find(name) != null) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, name + " is a table; write DROP TABLE");
    } else if (!ifExists) {
      throw new PacelineException(
          ErrorCode.UNKNOWN_TABLE,
          "there is no view "
              + name
              + NameSuggestion.of(
                  name, catalog.views().stream().map(ViewDefinition::name).toList()));
    }
  }
}
