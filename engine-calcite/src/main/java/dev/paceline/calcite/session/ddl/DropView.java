package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.List;

/** Drops a view. */
public record DropView(List<String> name, boolean ifExists) implements SchemaStatement {
  @Override
  public void execute(SessionCatalog session) {
    Catalog catalog = session.findView(name);
    ViewDefinition view = catalog == null ? null : catalog.findView(name.getLast());
    if (view != null) {
      session.toChange(catalog.database()).dropView(view);
    } else if (session.find(name) != null) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, name.getLast() + " is a table; write DROP TABLE");
    } else if (!ifExists) {
      throw session.unknown("view", name);
    }
  }
}
