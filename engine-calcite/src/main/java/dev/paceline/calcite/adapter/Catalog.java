package dev.paceline.calcite.adapter;

import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.storage.table.Database;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.jspecify.annotations.Nullable;

/** The tables of a database as a Calcite schema. Any thread may use it. */
public final class Catalog extends AbstractSchema {
  private final EngineInstance instance;
  private final Database database;
  private final Map<dev.paceline.storage.table.Table, PacelineTable> tables =
      new ConcurrentHashMap<>();

  Catalog(EngineInstance instance) {
    this.instance = instance;
    this.database = instance.database();
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

  @Override
  protected Map<String, Table> getTableMap() {
    return Map.copyOf(pacelineTables());
  }

  /** All tables by their names. */
  Map<String, PacelineTable> pacelineTables() {
    Map<String, PacelineTable> map = new TreeMap<>();
    for (dev.paceline.storage.table.Table table : database.tables()) {
      map.put(
          table.definition().name(),
          tables.computeIfAbsent(
              table, added -> new PacelineTable(new StoredTableSource(instance, added))));
    }
    tables.keySet().removeIf(table -> database.table(table.definition().name()) != table);
    return map;
  }
}
