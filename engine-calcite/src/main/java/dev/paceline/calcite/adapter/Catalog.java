package dev.paceline.calcite.adapter;

import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.calcite.table.TableGroup;
import dev.paceline.calcite.table.TableSource;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.TableSnapshot;
import dev.paceline.storage.table.definition.MacroDefinition;
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

/** The tables of a database as a Calcite schema. Any thread may use it. */
public final class Catalog extends AbstractSchema implements TableGroup {
  /** The one schema of tables. */
  public static final String SCHEMA = "main";

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

  /** The names of all tables, in order. */
  public List<String> tableNames() {
    return database.tables().stream().map(table -> table.definition().name()).toList();
  }

  /**
   * A table by its name in any case; one that is written exactly so before others.
   *
   * @return null if there is none
   */
  public dev.paceline.storage.table.@Nullable Table find(String name) {
    dev.paceline.storage.table.Table exact = database.table(name);
    if (exact != null) {
      return exact;
    }
    for (dev.paceline.storage.table.Table table : database.tables()) {
      if (table.definition().name().equalsIgnoreCase(name)) {
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
   * @return null if there is none
   */
  public @Nullable ViewDefinition findView(String name) {
    for (ViewDefinition view : database.views()) {
      if (view.name().equalsIgnoreCase(name)) {
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

  /** The tables as they are now. */
  public Map<String, Table> tablesByName() {
    return Map.copyOf(pacelineTables());
  }

  @Override
  protected Map<String, Table> getTableMap() {
    return tablesByName();
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

  /** All tables by their names. */
  Map<String, PacelineTable> pacelineTables() {
    Map<String, PacelineTable> map = new TreeMap<>();
    for (dev.paceline.storage.table.Table table : database.tables()) {
      map.put(
          table.definition().name(),
          tables.computeIfAbsent(
              table, added -> new PacelineTable(new StoredTableSource(instance, this, added))));
    }
    tables.keySet().removeIf(table -> database.table(table.definition().name()) != table);
    return map;
  }
}
