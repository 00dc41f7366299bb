package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.MacroDefinition;

/** Creates a macro. */
public record CreateMacro(MacroDefinition macro, boolean temporary, IfExists exists)
    implements SchemaStatement {
  @Override
  public void execute(SessionCatalog catalog) {
    try {
      catalog
          .toChange(catalog.catalog(temporary).database())
          .createMacro(macro, exists == IfExists.REPLACE);
    } catch (PacelineException e) {
      if (e.code() != ErrorCode.TABLE_EXISTS || exists != IfExists.KEEP) {
        throw e;
      }
    }
  }
}
