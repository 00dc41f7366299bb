package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.Database;

/**
 * Drops a schema.
 *
 * @param cascade whether its tables and views are dropped, too
 */
public record DropSchema(String name, boolean ifExists, boolean cascade)
    implements SchemaStatement {
  @Override
  public void execute(SessionCatalog catalog) {
    Database database = catalog.toChange(catalog.catalog(false).database());
    String found = database.schema(name);
    if (found != null) {
      database.dropSchema(found, cascade);
    } else if (!ifExists) {
      throw new PacelineException(
          ErrorCode.UNKNOWN_TABLE,
          "there is no schema " + name + "; DROP SCHEMA IF EXISTS ignores that");
    }
  }
}
