package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.TypeDefinition;

/** Creates a name for a type. */
public record CreateType(TypeDefinition type, IfExists exists) implements SchemaStatement {
  @Override
  public void execute(SessionCatalog catalog) {
    try {
      catalog
          .toChange(catalog.catalog(false).database())
          .createType(type, exists == IfExists.REPLACE);
    } catch (PacelineException e) {
      if (e.code() != ErrorCode.TABLE_EXISTS || exists != IfExists.KEEP) {
        throw e;
      }
    }
  }
}
