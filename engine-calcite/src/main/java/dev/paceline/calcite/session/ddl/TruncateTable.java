package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.storage.table.Table;
import java.util.List;

/** Removes all rows of a table. */
public record TruncateTable(List<String> name) implements SchemaStatement {
  @Override
  public void execute(SessionCatalog catalog) {
    Table table = TableNames.find(catalog, name);
    catalog.toChange(table.database()).truncate(table);
  }
}
