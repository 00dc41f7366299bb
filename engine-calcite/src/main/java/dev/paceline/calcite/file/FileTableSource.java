package dev.paceline.calcite.file;

import dev.paceline.calcite.cancel.PlanningCheck;
import dev.paceline.calcite.table.TableSource;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.csv.CsvRejects;
import dev.paceline.storage.load.parquet.ParquetReports;
import java.util.List;
import java.util.Map;

/** Files as a table, as they were when they were opened. Thread-safe. */
public final class FileTableSource implements TableSource {
  private final FileCatalog catalog;
  private final FileRequest request;
  private final FileTable table;
  private final List<Column> columns;
  private final FileSample sample;

  FileTableSource(FileCatalog catalog, FileRequest request, FileTable table) {
    this.catalog = catalog;
    this.request = request;
    this.table = table;
    this.columns =
        table.columns().stream()
            .map(column -> new Column(column.name(), column.type(), column.nullable()))
            .toList();
    this.sample = new FileSample(table, catalog.engine().ledger());
  }

  /** Returns whether the statement would find the same files now, and none has changed. */
  public boolean isCurrent() {
    try {
      return request.matches(catalog.access()).equals(table.files());
    } catch (PacelineException e) {
      return false; // a new plan says what is wrong
    }
  }

  /** Returns a query without tables that gives what was found out about the files. */
  public String description() {
    MemoryLedger ledger = catalog.engine().ledger();
    return switch (request.function()) {
      case FileCatalog.PARQUET_METADATA ->
          ReportQuery.of(ParquetReports.metadata(table.files(), ledger));
      case FileCatalog.PARQUET_SCHEMA ->
          ReportQuery.of(ParquetReports.schema(table.files(), ledger));
      case FileCatalog.PARQUET_FILE_METADATA ->
          ReportQuery.of(ParquetReports.files(table.files(), ledger));
      case FileCatalog.PARQUET_KEY_VALUES ->
          ReportQuery.of(ParquetReports.keyValues(table.files(), ledger));
      case FileCatalog.PARQUET_BLOOM_PROBE -> {
        Map<String, Object> given = request.options();
        yield ReportQuery.of(
            ParquetReports.bloomProbe(
                table.files(),
                String.valueOf(given.get("column")),
                String.valueOf(given.get("value")),
                ledger));
      }
      case FileCatalog.REJECT_ERRORS -> ReportQuery.of(CsvRejects.of(table, PlanningCheck::check));
      default -> CsvSniff.query(request, table);
    };
  }

  public FileTable table() {
    return table;
  }

  @Override
  public String name() {
    return table.name();
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public ScanTarget snapshot() {
    return table.snapshot();
  }

  @Override
  public long rowCount() {
    return table.estimatedRows();
  }

  @Override
  public ColumnStatistics statistics(int column) {
    return table.statistics(column);
  }

  @Override
  public boolean readsForEstimates() {
    return true;
  }

  @Override
  public ColumnStatistics sampledStatistics(int column) {
    return sample.statistics(column);
  }

  @Override
  public double selectivity(int column, ColumnPredicate predicate) {
    return sample.selectivity(column, predicate);
  }

  @Override
  public Engine engine() {
    return catalog.engine();
  }
}
