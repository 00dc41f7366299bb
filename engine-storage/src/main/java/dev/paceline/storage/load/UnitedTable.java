package dev.paceline.storage.load;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Files that may differ in their columns as one table, with columns whose values come from the
 * names of the files. Immutable.
 */
final class UnitedTable implements FileTable {
  private final FileSet fileSet;
  private final List<UnitedFile> files;
  private final List<ColumnDefinition> columns;
  private final Map<String, Object> sharedOptions;
  private final MemoryLedger ledger;

  /**
   * @param files in the order of the file set
   * @param sharedOptions those that made this table of the files
   */
  UnitedTable(
      FileSet fileSet,
      List<UnitedFile> files,
      List<ColumnDefinition> columns,
      Map<String, Object> sharedOptions,
      MemoryLedger ledger) {
    this.fileSet = fileSet;
    this.files = List.copyOf(files);
    this.columns = List.copyOf(columns);
    this.sharedOptions = Map.copyOf(sharedOptions);
    this.ledger = ledger;
  }

  @Override
  public String name() {
    String one = files.getFirst().table().name();
    int blank = one.indexOf(' ');
    return (blank < 0 ? one : one.substring(0, blank)) + " " + fileSet.pattern();
  }

  @Override
  public FileSet files() {
    return fileSet;
  }

  @Override
  public List<ColumnDefinition> columns() {
    return columns;
  }

  @Override
  public Map<String, Object> effectiveOptions() {
    Map<String, Object> options = new LinkedHashMap<>(files.getFirst().table().effectiveOptions());
    options.putAll(sharedOptions);
    return options;
  }

  @Override
  public long estimatedRows() {
    return files.stream().mapToLong(file -> file.table().estimatedRows()).sum();
  }

  @Override
  public @Nullable RejectedRecords rejects() {
    List<RejectedRecords> parts =
        files.stream()
            .map(file -> file.table().rejects())
            .filter(Objects::nonNull)
            .map(RejectedRecords.class::cast)
            .toList();
    return parts.isEmpty() ? null : RejectedRecords.of(parts);
  }

  @Override
  public ScanTarget snapshot() {
    return new Snapshot();
  }

  private final class Snapshot implements ScanTarget {
    @Override
    public String name() {
      return UnitedTable.this.name();
    }

    @Override
    public long rowCount() {
      return estimatedRows();
    }

    @Override
    public List<DataType> columnTypes() {
      return columns.stream().map(ColumnDefinition::type).toList();
    }

    @Override
    public ChunkSource openScan(int[] wanted, List<ScanPredicate> predicates, BitSet onlyTested) {
      return openScan(wanted, predicates, onlyTested, ScanOrder.TABLE);
    }

    @Override
    public ChunkSource openScan(
        int[] wanted, List<ScanPredicate> predicates, BitSet onlyTested, ScanOrder order) {
      return UnitedScan.open(files, columnTypes(), wanted, predicates, order, ledger);
    }
  }
}
