package dev.paceline.calcite.adapter;

import dev.paceline.calcite.settings.NullOrder;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Sequence;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
  private final Supplier<NullOrder> nullOrder;
  private final SessionVariables variables = new SessionVariables();

  /** The schema of names without one, as it was created. */
  private volatile String schema = ObjectName.MAIN;

  /** The part of the catalog that only the session sees. */
  private record State(
      String schema,
      List<Table> tables,
      List<ViewDefinition> views,
      List<Sequence> sequences,
      long macros,
      long storedMacros,
      long types,
      @Nullable Object variables,
      NullOrder nullOrder) {
    boolean isUsual() {
      return schema.equals(ObjectName.MAIN)
          && tables.isEmpty()
          && views.isEmpty()
          && sequences.isEmpty()
          && macros == 0
          && storedMacros == 0
          && types == 0
          && variables == null
          && nullOrder == NullOrder.NULLS_LAST_ON_ASC_FIRST_ON_DESC;
    }
  }

  /** A schema that may have what a name means. */
  private record Place(Catalog catalog, String schema) {}

  /**
   * The schema in which a statement creates something.
   *
   * @param schema as it was created
   */
  public record Target(boolean temporary, String schema) {}

  /** A view and the database that has it. */
  public record StoredView(Database database, ViewDefinition view) {}

  /**
   * @param readOnly tells whether the session refuses changes of the database
   * @param nullOrder tells where NULLs are in orders that do not say it
   */
  public SessionCatalog(
      EngineInstance instance, BooleanSupplier readOnly, Supplier<NullOrder> nullOrder) {
    this.readOnly = readOnly;
    this.nullOrder = nullOrder;
    stored = instance.catalog();
    Database database = Database.inMemory(instance.engine().ledger());
    database.setRowGroupRows(instance.database().rowGroupRows());
    temporary = new Catalog(instance, database);
  }

  /** Returns the temporary tables and views. */
  public Catalog temporary() {
    return temporary;
  }

  /** Returns where NULLs are in orders that do not say it. */
  public NullOrder nullOrder() {
    return nullOrder.get();
  }

  /** Returns the variables of the session. */
  public SessionVariables variables() {
    return variables;
  }

  /** Returns the tables and views of the database, or the temporary ones. */
  public Catalog catalog(boolean ofTemporary) {
    return ofTemporary ? temporary : stored;
  }

  /**
   * Returns what distinguishes the names of this session from those of others, and of earlier
   * moments; null if it has no temporary tables and views and no variables, neither macros nor
   * types were changed, names without a schema are in {@link ObjectName#MAIN}, and NULLs are where
   * they usually are. Equal values stand for the same tables, views, macros, types and variables.
   */
  public @Nullable Object state() {
    State state =
        new State(
            schema,
            temporary.database().tables(),
            temporary.views(),
            temporary.database().sequences(),
            temporary.database().macros().version(),
            stored.database().macros().version(),
            stored.database().types().version(),
            variables.state(),
            nullOrder.get());
    return state.isUsual() ? null : state;
  }

  /**
   * Returns the table that a name means.
   *
   * @param names the name, or its schema and the name, in any case
   * @return null if there is none, or if it is a view
   * @throws PacelineException UNKNOWN_TABLE if there is no such schema of tables
   */
  public @Nullable Table find(List<String> names) {
    for (Place place : places(names)) {
      Table table = place.catalog().find(place.schema(), names.getLast());
      if (table != null || place.catalog().findView(place.schema(), names.getLast()) != null) {
        return table;
      }
    }
    return null;
  }

  /**
   * Returns the view that a name means.
   *
   * @return null if there is none, or if it is a table
   */
  public @Nullable StoredView findView(List<String> names) {
    for (Place place : places(names)) {
      ViewDefinition view = place.catalog().findView(place.schema(), names.getLast());
      if (view != null) {
        return new StoredView(place.catalog().database(), view);
      }
      if (place.catalog().find(place.schema(), names.getLast()) != null) {
        return null;
      }
    }
    return null;
  }

  /**
   * Returns the sequence that a name means.
   *
   * @return null if there is none
   */
  public @Nullable Sequence findSequence(List<String> names) {
    for (Place place : places(names)) {
      Sequence sequence =
          place.catalog().database().sequence(new ObjectName(place.schema(), names.getLast()));
      if (sequence != null) {
        return sequence;
      }
    }
    return null;
  }

  /** Returns the error for a name that no sequence has. */
  public PacelineException unknownSequence(List<String> names) {
    List<String> known =
        Stream.of(temporary, stored)
            .flatMap(catalog -> catalog.database().sequences().stream())
            .map(this::nameOf)
            .map(
                name ->
                    name.schema().equals(schema) || name.schema().equals(TEMPORARY)
                        ? name.name()
                        : name.schema() + "." + name.name())
            .toList();
    return new PacelineException(
        ErrorCode.UNKNOWN_TABLE,
        "there is no sequence "
            + String.join(".", names)
            + NameSuggestion.of(names.getLast(), known));
  }

  /** Returns the name of a sequence with the schema that statements write for it. */
  public ObjectName nameOf(Sequence sequence) {
    ObjectName name = sequence.definition().qualifiedName();
    return sequence.database() == temporary.database()
        ? new ObjectName(TEMPORARY, name.name())
        : name;
  }

  /**
   * Returns the catalog with the macro that a name means.
   *
   * @param table whether a macro that stands for a query is wanted
   * @return null if there is none
   */
  public @Nullable Catalog findMacro(List<String> names, boolean table) {
    for (Place place : places(names)) {
      boolean hasMacros = names.size() == 1 || place.schema().equals(ObjectName.MAIN);
      if (hasMacros && place.catalog().findMacro(names.getLast(), table) != null) {
        return place.catalog();
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

  /** Returns the names of all tables and views; only those of the current schema have no schema. */
  public List<String> names() {
    List<ObjectName> all = new ArrayList<>();
    for (Catalog catalog : List.of(temporary, stored)) {
      catalog.database().tables().forEach(table -> all.add(table.definition().qualifiedName()));
      catalog.views().forEach(view -> all.add(view.qualifiedName()));
    }
    return all.stream()
        .map(
            name ->
                name.schema().equals(schema) || name.schema().equals(ObjectName.MAIN)
                    ? name.name()
                    : name.schema() + "." + name.name())
        .toList();
  }

  /** Returns the schema of names without one, as it was created. */
  public String schema() {
    return schema;
  }

  /**
   * Changes the schema of names without one.
   *
   * @param name in any case
   * @throws PacelineException UNKNOWN_TABLE if there is no such schema
   */
  public void use(String name) {
    schema = storedSchema(name);
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
    return table.database() == temporary.database() ? TEMPORARY : table.definition().schema();
  }

  private List<Place> places(List<String> names) {
    Place ofSession = new Place(temporary, ObjectName.MAIN);
    if (names.size() == 1) {
      return schema.equals(ObjectName.MAIN)
          ? List.of(ofSession, new Place(stored, schema))
          : List.of(ofSession, new Place(stored, schema), new Place(stored, ObjectName.MAIN));
    }
    Target target = target(names, false);
    return List.of(target.temporary() ? ofSession : new Place(stored, target.schema()));
  }

  /**
   * Returns where a statement creates what has a name.
   *
   * @param isTemporary whether the statement says so, apart from the name
   * @throws PacelineException UNKNOWN_TABLE if its schema has no tables that statements change
   */
  public Target target(List<String> names, boolean isTemporary) {
    if (names.size() > 2) {
      throw unknownSchema(names.getFirst());
    }
    if (isTemporary || names.size() == 2 && names.getFirst().equalsIgnoreCase(TEMPORARY)) {
      return new Target(true, ObjectName.MAIN);
    }
    return new Target(false, names.size() == 1 ? schema : storedSchema(names.getFirst()));
  }

  private String storedSchema(String name) {
    String found = stored.database().schema(name);
    if (found == null) {
      throw unknownSchema(name);
    }
    return found;
  }

  private PacelineException unknownSchema(String name) {
    return new PacelineException(
        ErrorCode.UNKNOWN_TABLE,
        "there is no schema "
            + name
            + "; the schemas of tables are "
            + String.join(", ", stored.database().schemas())
            + ", and "
            + TEMPORARY
            + " for temporary ones");
  }

  /** Frees the temporary tables. */
  @Override
  public void close() {
    temporary.database().close();
  }
}
