package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.ViewDefinition;

/** Creates a view. */
public record CreateView(ViewDefinition view, boolean temporary, IfExists exists)
    implements SchemaStatement {
  @Override
  public void execute(SessionCatalog catalog) {
    try {
      catalog
          .toChange(catalog.catalog(temporary).database())
          .createView(view, exists == IfExists.REPLACE);
    } catch (PacelineException e) {
      if (e.code() != ErrorCode.TABLE_EXISTS || exists != IfExists.KEEP) {
        throw e;
      }
    }
  }
}
