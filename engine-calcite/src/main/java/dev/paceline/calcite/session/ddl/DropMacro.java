package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.MacroDefinition;
import java.util.List;

/**
 * Drops a macro.
 *
 * @param table whether it must stand for a query
 */
public record DropMacro(List<String> name, boolean table, boolean ifExists)
    implements SchemaStatement {
  @Override
  public void execute(SessionCatalog session) {
    for (boolean ofQuery : table ? new boolean[] {true} : new boolean[] {false, true}) {
      Catalog catalog = session.findMacro(name, ofQuery);
      MacroDefinition macro = catalog == null ? null : catalog.findMacro(name.getLast(), ofQuery);
      if (macro != null) {
        session.toChange(catalog.database()).dropMacro(macro);
        return;
      }
    }
    if (!ifExists) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "there is no macro " + String.join(".", name) + "; DROP MACRO IF EXISTS ignores that");
    }
  }
}
