package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.ViewDefinition;

/** Creates a view. */
public record CreateView(ViewDefinition view, IfExists exists) implements SchemaStatement {
  @Override
  public void execute(EngineInstance instance) {
    try {
      instance.database().createView(view, exists == IfExists.REPLACE);
    } catch (PacelineException e) {
      if (e.code() != ErrorCode.TABLE_EXISTS || exists != IfExists.KEEP) {
        throw e;
      }
    }
  }
}
