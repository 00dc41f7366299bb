package dev.paceline.calcite.adapter;

import dev.paceline.calcite.table.TableSource;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.TableSnapshot;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A system table: every snapshot is a fresh report, copied into memory. Thread-safe. */
class SystemTableSource implements TableSource {
  /** The number of rows that the planner assumes, because counting them would cost a report. */
  private static final long USUAL_ROWS = 100;

  private final EngineInstance instance;
  private final String schema;
  private final TableDefinition definition;
  private final BiConsumer<EngineInstance, Appender> rows;

  /**
   * @param schema its name
   * @param rows appends what there is to tell
   */
  SystemTableSource(
      EngineInstance instance,
      String schema,
      TableDefinition definition,
      BiConsumer<EngineInstance, Appender> rows) {
    this.instance = instance;
    this.schema = schema;
    this.definition = definition;
    this.rows = rows;
  }

  @Override
  public String name() {
    return schema + "." + definition.name();
  }

  @Override
  public List<Column> columns() {
    return definition.columns().stream()
        .map(column -> new Column(column.name(), column.type(), column.nullable()))
        .toList();
  }

  @Override
  public ScanTarget snapshot() {
    return snapshotOf(appender -> rows.accept(instance, appender));
  }

  /** Returns a table in memory with the rows that are appended. */
  final ScanTarget snapshotOf(Consumer<Appender> report) {
    Database copy = Database.inMemory(instance.engine().ledger());
    try (Appender appender = copy.newTable(definition)) {
      report.accept(appender);
      appender.commit();
      Table table = copy.table(definition.name());
      return new Copy(name(), copy, table.snapshot());
    } catch (RuntimeException | Error e) {
      copy.close();
      throw e;
    }
  }

  @Override
  public long rowCount() {
    return USUAL_ROWS;
  }

  @Override
  public ColumnStatistics statistics(int column) {
    return ColumnStatistics.unknown(USUAL_ROWS, 0);
  }

  @Override
  public @Nullable Engine engine() {
    return instance.engine();
  }

  /** Ends with the query. */
  private record Copy(String name, Database database, TableSnapshot snapshot)
      implements ScanTarget, AutoCloseable {
    @Override
    public long rowCount() {
      return snapshot.rowCount();
    }

    @Override
    public List<DataType> columnTypes() {
      return snapshot.columnTypes();
    }

    @Override
    public ChunkSource openScan(int[] columns, List<ScanPredicate> predicates, BitSet onlyTested) {
      return snapshot.openScan(columns, predicates, onlyTested);
    }

    @Override
    public void close() {
      database.close();
    }
  }
}
