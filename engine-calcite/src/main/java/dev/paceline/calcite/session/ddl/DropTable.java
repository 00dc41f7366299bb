package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.Table;
import java.util.List;

/** Drops a table. */
public record DropTable(List<String> name, boolean ifExists) implements SchemaStatement {
  @Override
  public void execute(SessionCatalog catalog) {
    try {
      Table table = TableNames.find(catalog, name);
      catalog.toChange(table.database()).dropTable(table);
    } catch (PacelineException e) {
      if (e.code() != ErrorCode.UNKNOWN_TABLE || !ifExists) {
        throw e;
      }
    }
  }
}
