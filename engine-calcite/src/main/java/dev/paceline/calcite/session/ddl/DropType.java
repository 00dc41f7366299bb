package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.TypeDefinition;

/** Drops a name for a type. */
public record DropType(String name, boolean ifExists) implements SchemaStatement {
  @Override
  public void execute(SessionCatalog session) {
    Catalog catalog = session.catalog(false);
    TypeDefinition type = catalog.findType(name);
    if (type != null) {
      session.toChange(catalog.database()).dropType(type);
    } else if (!ifExists) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "there is no type " + name + "; DROP TYPE IF EXISTS ignores that");
    }
  }
}
