package dev.paceline.calcite.adapter;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tables and views that a session sees: those of the database, and its temporary ones, which
 * come first and end with it. Any thread may use it.
 */
public final class SessionCatalog implements AutoCloseable {
  /** The schema of temporary tables and views. */
  public static final String TEMPORARY = "temp";

  private final Catalog stored;
  private final Catalog temporary;
  private final BooleanSupplier readOnly;

  /** What a session has that others do not see. */
  private record State(
      List<Table> tables, List<ViewDefinition> views, long macros, long storedMacros) {}

  /**
   * @param readOnly tells whether the session refuses changes of the database
   */
  public SessionCatalog(EngineInstance instance, BooleanSupplier readOnly) {
    this.readOnly = readOnly;
    stored = instance.catalog();
    Database database = Database.inMemory(instance.engine().ledger());
    database.setRowGroupRows(instance.database().rowGroupRows());
    temporary = new Catalog(instance, database);
  }

  /** Returns the temporary tables and views. */
  public Catalog temporary() {
    return temporary;
  }

  /** Returns the tables and views of the database, or the temporary ones. */
  public Catalog catalog(boolean ofTemporary) {
    return ofTemporary ? temporary : stored;
  }

  /**
   * Returns what distinguishes the names of this session from those of others, and of earlier
   * moments; null if it has no temporary tables and views, and no macros were changed. Equal values
   * stand for the same tables, views and macros.
   */
  public @Nullable Object state() {
    State state =
        new State(
            temporary.database().tables(),
            temporary.views(),
            temporary.database().macros().version(),
            stored.database().macros().version());
    return state.tables().isEmpty()
            && state.views().isEmpty()
            && state.macros() == 0
            && state.storedMacros() == 0
        ? null
        : state;
  }

  /**
   * Returns the table that a name means.
   *
   * @param names the name, or its schema and the name, in any case
   * @return null if there is none, or if it is a view
   * @throws PacelineException UNKNOWN_TABLE if there is no such schema of tables
   */
  public @Nullable Table find(List<String> names) {
    for (Catalog catalog : catalogs(names)) {
      Table table = catalog.find(names.getLast());
      if (table != null || catalog.findView(names.getLast()) != null) {
        return table;
      }
    }
    return null;
  }

  /**
   * Returns the catalog with the view that a name means.
   *
   * @return null if there is none, or if it is a table
   */
  public @Nullable Catalog findView(List<String> names) {
    for (Catalog catalog : catalogs(names)) {
      if (catalog.findView(names.getLast()) != null) {
        return catalog;
      }
      if (catalog.find(names.getLast()) != null) {
        return null;
      }
    }
    return null;
  }

  /**
   * Returns the catalog with the macro that a name means.
   *
   * @param table whether a macro that stands for a query is wanted
   * @return null if there is none
   */
  public @Nullable Catalog findMacro(List<String> names, boolean table) {
    for (Catalog catalog : catalogs(names)) {
      if (catalog.findMacro(names.getLast(), table) != null) {
        return catalog;
      }
    }
    return null;
  }

  /**
   * Returns a database, the stored or the temporary one, to change it.
   *
   * @throws PacelineException READ_ONLY if it is the stored one and the session refuses changes
   */
  public Database toChange(Database database) {
    if (readOnly.getAsBoolean() && database != temporary.database()) {
      throw new PacelineException(
          ErrorCode.READ_ONLY, "the connection is read-only: changes are refused");
    }
    return database;
  }

  /** Returns the names of all tables and views. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (Catalog catalog : List.of(temporary, stored)) {
      names.addAll(catalog.tableNames());
      catalog.views().forEach(view -> names.add(view.name()));
    }
    return names;
  }

  /** Returns the error for a name that nothing has. */
  public PacelineException unknown(String what, List<String> names) {
    return new PacelineException(ErrorCode.UNKNOWN_TABLE, unknownText(what, names));
  }

  /** Returns what to say of a name that nothing has. */
  public String unknownText(String what, List<String> names) {
    return "there is no "
        + what
        + " "
        + String.join(".", names)
        + NameSuggestion.of(names.getLast(), names());
  }

  /** Returns the schema of a table, stored or temporary. */
  public String schemaOf(Table table) {
    return table.database() == temporary.database() ? TEMPORARY : Catalog.SCHEMA;
  }

  private List<Catalog> catalogs(List<String> names) {
    return names.size() == 1
        ? List.of(temporary, stored)
        : List.of(isTemporary(names) ? temporary : stored);
  }

  /**
   * Whether a name has the schema of temporary tables.
   *
   * @throws PacelineException UNKNOWN_TABLE if its schema has no tables that statements change
   */
  public static boolean isTemporary(List<String> names) {
    boolean qualified = names.size() == 2;
    if (qualified && names.getFirst().equalsIgnoreCase(TEMPORARY)) {
      return true;
    }
    if (names.size() > 2 || qualified && !names.getFirst().equalsIgnoreCase(Catalog.SCHEMA)) {
      throw new PacelineException(
          ErrorCode.UNKNOWN_TABLE,
          "there is no schema "
              + names.getFirst()
              + "; all tables are in "
              + Catalog.SCHEMA
              + ", and temporary ones in "
              + TEMPORARY);
    }
    return false;
  }

  /** Frees the temporary tables. */
  @Override
  public void close() {
    temporary.database().close();
  }
}
