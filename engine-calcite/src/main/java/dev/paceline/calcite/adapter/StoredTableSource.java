package dev.paceline.calcite.adapter;

import dev.paceline.calcite.table.TableGroup;
import dev.paceline.calcite.table.TableSource;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.TableSnapshot;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.List;

/** A table of the storage, for the planner. Thread-safe. */
public final class StoredTableSource implements TableSource {
  private final EngineInstance instance;
  private final Catalog catalog;
  private final Table table;
  private final List<Column> columns;

  StoredTableSource(EngineInstance instance, Catalog catalog, Table table) {
    this.instance = instance;
    this.catalog = catalog;
    this.table = table;
    this.columns = table.definition().columns().stream().map(StoredTableSource::columnOf).toList();
  }

  private static Column columnOf(ColumnDefinition column) {
    return new Column(column.name(), column.type(), column.nullable());
  }

  public Table table() {
    return table;
  }

  @Override
  public Engine engine() {
    return instance.engine();
  }

  @Override
  public String name() {
    return table.definition().name();
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  /** The rows as of now; whoever asks closes it. */
  @Override
  public TableSnapshot snapshot() {
    return table.snapshot();
  }

  @Override
  public TableGroup group() {
    return catalog;
  }

  @Override
  public long rowCount() {
    return table.rowCount();
  }

  @Override
  public boolean isUnique(int column) {
    try (TableSnapshot snapshot = table.snapshot()) {
      return snapshot.isUnique(column);
    }
  }

  @Override
  public ColumnStatistics statistics(int column) {
    try (TableSnapshot snapshot = table.snapshot()) {
      return snapshot.statistics(column);
    }
  }

  @Override
  public double selectivity(int column, ColumnPredicate predicate) {
    try (TableSnapshot snapshot = table.snapshot()) {
      return snapshot.selectivity(column, predicate);
    } catch (PacelineException e) {
      if (e.code() == ErrorCode.MEMORY_LIMIT) {
        return UNKNOWN; // the query itself may still fit
      }
      throw e;
    }
  }
}
