package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.Table;
import java.util.List;

/** The tables that names in statements mean. */
public final class TableNames {
  private TableNames() {}

  /**
   * Returns the table that has a name now.
   *
   * @param name with or without its schema, in any case
   * @throws PacelineException UNKNOWN_TABLE if there is none; INVALID_STATEMENT if it is a view
   */
  public static Table find(SessionCatalog catalog, List<String> name) {
    Table table = catalog.find(name);
    if (table == null && catalog.findView(name) != null) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, name.getLast() + " is a view; the statement needs a table");
    }
    if (table == null) {
      throw catalog.unknown("table", name);
    }
    return table;
  }
}
