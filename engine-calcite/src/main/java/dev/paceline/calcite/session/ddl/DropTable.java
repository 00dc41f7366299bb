package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;

/** Drops a table. */
public record DropTable(String name, boolean ifExists) implements SchemaStatement {
  @Override
  public void execute(EngineInstance instance) {
    try {
      instance.database().dropTable(TableNames.find(instance.catalog(), name));
    } catch (PacelineException e) {
      if (e.code() != ErrorCode.UNKNOWN_TABLE || !ifExists) {
        throw e;
      }
    }
  }
}
