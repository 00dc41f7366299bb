package dev.paceline.calcite.adapter;

import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.calcite.table.TableGroup;
import dev.paceline.calcite.table.TableSource;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.TableSnapshot;
import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TypeDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaVersion;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a database; those of the schema {@link #SCHEMA} as a Calcite schema. Any thread may
 * use it.
 */
public final class Catalog extends AbstractSchema implements TableGroup {
  /** The schema that each database has. */
  public static final String SCHEMA = ObjectName.MAIN;

  private final EngineInstance instance;
  private final Database database;
  private final Map<dev.paceline.storage.table.Table, PacelineTable> tables =
      new ConcurrentHashMap<>();

  Catalog(EngineInstance instance, Database database) {
    this.instance = instance;
    this.database = database;
  }

  /** Returns the database that has the tables. */
  public Database database() {
    return database;
  }

  /** Returns the names of the tables of a schema, in order. */
  public List<String> tableNames(String schema) {
    return database.tables().stream()
        .map(dev.paceline.storage.table.Table::definition)
        .filter(table -> table.schema().equals(schema))
        .map(TableDefinition::name)
        .toList();
  }

  /**
   * A table by its name in any case; one that is written exactly so before others.
   *
   * @param schema as it was created
   * @return null if there is none
   */
  public dev.paceline.storage.table.@Nullable Table find(String schema, String name) {
    ObjectName wanted = new ObjectName(schema, name);
    dev.paceline.storage.table.Table exact = database.table(wanted);
    if (exact != null) {
      return exact;
    }
    for (dev.paceline.storage.table.Table table : database.tables()) {
      if (table.definition().qualifiedName().isLike(wanted)) {
        return table;
      }
    }
    return null;
  }

  /** All views, ordered by name. */
  public List<ViewDefinition> views() {
    return database.views();
  }

  /**
   * A view by its name in any case.
   *
   * @param schema as it was created
   * @return null if there is none
   */
  public @Nullable ViewDefinition findView(String schema, String name) {
    ObjectName wanted = new ObjectName(schema, name);
    for (ViewDefinition view : database.views()) {
      if (view.qualifiedName().isLike(wanted)) {
        return view;
      }
    }
    return null;
  }

  /**
   * A macro by its name in any case.
   *
   * @param table whether a macro that stands for a query is wanted
   * @return null if there is none
   */
  public @Nullable MacroDefinition findMacro(String name, boolean table) {
    for (MacroDefinition macro : database.macros().definitions()) {
      if (macro.table() == table && macro.name().equalsIgnoreCase(name)) {
        return macro;
      }
    }
    return null;
  }

  /**
   * A name for a type, in any case.
   *
   * @return null if there is none
   */
  public @Nullable TypeDefinition findType(String name) {
    for (TypeDefinition type : database.types().definitions()) {
      if (type.name().equalsIgnoreCase(name)) {
        return type;
      }
    }
    return null;
  }

  /** Returns the tables of a schema as they are now. */
  public Map<String, Table> tablesByName(String schema) {
    return Map.copyOf(pacelineTables(schema));
  }

  @Override
  protected Map<String, Table> getTableMap() {
    return tablesByName(SCHEMA);
  }

  /** Names mean the same tables as now for ever, so that a statement cannot mix them up. */
  @Override
  public Schema snapshot(SchemaVersion version) {
    Map<String, Table> now = getTableMap();
    return new AbstractSchema() {
      @Override
      protected Map<String, Table> getTableMap() {
        return now;
      }
    };
  }

  @Override
  public List<TableSnapshot> snapshots(List<TableSource> sources) {
    return database.snapshots(
        sources.stream().map(source -> ((StoredTableSource) source).table()).toList());
  }

  /** Returns the tables of a schema by their names. */
  Map<String, PacelineTable> pacelineTables(String schema) {
    Map<String, PacelineTable> map = new TreeMap<>();
    for (dev.paceline.storage.table.Table table : database.tables()) {
      if (table.definition().schema().equals(schema)) {
        map.put(
            table.definition().name(),
            tables.computeIfAbsent(
                table, added -> new PacelineTable(new StoredTableSource(instance, this, added))));
      }
    }
    tables.keySet().removeIf(table -> database.table(table.definition().qualifiedName()) != table);
    return map;
  }
}
