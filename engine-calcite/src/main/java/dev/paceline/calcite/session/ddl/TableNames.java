package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.Table;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;

/** The tables that names in statements mean. */
public final class TableNames {
  private TableNames() {}

  /** The name of a table without its schema, which can only be the one schema of tables. */
  public static String simple(SqlIdentifier name) {
    if (name.names.size() > 2
        || (name.names.size() == 2 && !Catalog.SCHEMA.equalsIgnoreCase(name.names.getFirst()))) {
      throw new PacelineException(
          ErrorCode.UNKNOWN_TABLE,
          "there is no schema " + name.names.getFirst() + "; all tables are in " + Catalog.SCHEMA);
    }
    return name.names.getLast();
  }

  /**
   * Returns the table that has a name now.
   *
   * @param name in any case
   * @throws PacelineException UNKNOWN_TABLE if there is none; INVALID_STATEMENT if it is a view
   */
  public static Table find(Catalog catalog, String name) {
    Table table = catalog.find(name);
    if (table == null && catalog.findView(name) != null) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, name + " is a view; the statement needs a table");
    }
    if (table == null) {
      throw new PacelineException(ErrorCode.UNKNOWN_TABLE, unknown(catalog, name));
    }
    return table;
  }

  /** The names of all tables and views. */
  public static List<String> all(Catalog catalog) {
    List<String> names = new ArrayList<>(catalog.tableNames());
    catalog.views().forEach(view -> names.add(view.name()));
    return names;
  }

  /** What to say of a name that no table has. */
  public static String unknown(Catalog catalog, String name) {
    return "there is no table " + name + NameSuggestion.of(name, all(catalog));
  }
}
