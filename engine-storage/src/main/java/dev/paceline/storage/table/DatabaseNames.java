package dev.paceline.storage.table;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of a database, and its tables and views by name. Names are case-insensitive in SQL,
 * so no two of them may differ in case only.
 *
 * <p>Any thread may read. Changes, and the checks before a change, are made under the lock of
 * commits; tables are changed under the lock of publication, too.
 */
final class DatabaseNames {
  private final ConcurrentSkipListMap<ObjectName, Table> tables = new ConcurrentSkipListMap<>();
  private final ConcurrentSkipListMap<ObjectName, ViewDefinition> views =
      new ConcurrentSkipListMap<>();

  /** All but the schema that each database has. */
  private final ConcurrentSkipListSet<String> schemas = new ConcurrentSkipListSet<>();

  /** Returns the names of all schemas, in order. */
  List<String> schemas() {
    List<String> names = new ArrayList<>(schemas);
    names.add(ObjectName.MAIN);
    names.sort(null);
    return names;
  }

  /** Returns the name of a schema as it was created; null if there is no such schema. */
  @Nullable String schema(String anyCase) {
    for (String schema : schemas()) {
      if (schema.equalsIgnoreCase(anyCase)) {
        return schema;
      }
    }
    return null;
  }

  void addSchema(String name) {
    schemas.add(name);
  }

  void removeSchema(String exactName) {
    schemas.remove(exactName);
  }

  /** Returns all tables, ordered by schema and name. */
  List<Table> tables() {
    return List.copyOf(tables.values());
  }

  /** Returns the tables of a schema, ordered by name. */
  List<Table> tablesOf(String schema) {
    return tables.values().stream()
        .filter(table -> table.definition().schema().equals(schema))
        .toList();
  }

  @Nullable Table table(ObjectName exactName) {
    return tables.get(exactName);
  }

  @Nullable Table tableOfAnyCase(ObjectName name) {
    for (Table table : tables.values()) {
      if (table.definition().qualifiedName().isLike(name)) {
        return table;
      }
    }
    return null;
  }

  void add(Table table) {
    tables.put(table.definition().qualifiedName(), table);
  }

  void remove(Table table) {
    tables.remove(table.definition().qualifiedName());
  }

  /** Returns all views, ordered by schema and name. */
  List<ViewDefinition> views() {
    return List.copyOf(views.values());
  }

  /** Returns the views of a schema, ordered by name. */
  List<ViewDefinition> viewsOf(String schema) {
    return views.values().stream().filter(view -> view.schema().equals(schema)).toList();
  }

  @Nullable ViewDefinition view(ObjectName exactName) {
    return views.get(exactName);
  }

  @Nullable ViewDefinition viewOfAnyCase(ObjectName name) {
    for (ViewDefinition view : views.values()) {
      if (view.qualifiedName().isLike(name)) {
        return view;
      }
    }
    return null;
  }

  void add(ViewDefinition view) {
    views.put(view.qualifiedName(), view);
  }

  void remove(ViewDefinition view) {
    views.remove(view.qualifiedName());
  }

  /**
   * Checks that a table or a view can get a name.
   *
   * @throws PacelineException TABLE_EXISTS if a table or a view has it, in any case; UNKNOWN_TABLE
   *     if there is no such schema
   */
  void checkAbsent(ObjectName name) {
    checkSchema(name);
    Table existing = tableOfAnyCase(name);
    if (existing != null) {
      throw new PacelineException(
          ErrorCode.TABLE_EXISTS,
          "table " + existing.definition().name() + " exists already; drop it first");
    }
    checkNoView(name);
  }

  /** Checks that the schema of a name was not dropped since it was looked up. */
  void checkSchema(ObjectName name) {
    if (!name.schema().equals(ObjectName.MAIN) && !schemas.contains(name.schema())) {
      throw new PacelineException(ErrorCode.UNKNOWN_TABLE, "there is no schema " + name.schema());
    }
  }

  /** Checks that no view has a name, in any case. */
  void checkNoView(ObjectName name) {
    ViewDefinition existing = viewOfAnyCase(name);
    if (existing != null) {
      throw new PacelineException(
          ErrorCode.TABLE_EXISTS, "there is already a view " + existing.name() + "; drop it first");
    }
  }

  /** Checks that no view has a name, and no table other than the given one. */
  void checkFree(ObjectName name, Table owner) {
    if (!name.isLike(owner.definition().qualifiedName())) {
      checkAbsent(name);
    }
  }

  /**
   * Checks that the database still contains a table, in the state that a statement has seen.
   *
   * @throws PacelineException UNKNOWN_TABLE if the table was dropped or altered, even if another
   *     table has its name now
   */
  void checkCurrent(Table table) {
    String name = table.definition().name();
    Table current = tables.get(table.definition().qualifiedName());
    if (current == table) {
      return;
    }
    long id = table.identity().id();
    String what;
    if (tables.values().stream().anyMatch(other -> other.identity().id() == id)) {
      what = " was altered meanwhile; nothing was changed, run the statement again";
    } else if (current == null) {
      what = " was dropped meanwhile; nothing was changed";
    } else {
      what =
          " was dropped meanwhile and created anew; nothing was changed, run the statement again"
              + " for the new table";
    }
    throw new PacelineException(ErrorCode.UNKNOWN_TABLE, "table " + name + what);
  }
}
