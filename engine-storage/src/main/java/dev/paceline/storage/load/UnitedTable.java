package dev.paceline.storage.load;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

  /** The values of columns of the path are known; those of others may have been made wider. */
  @Override
  public ColumnStatistics statistics(int column) {
    List<ColumnStatistics> parts = new ArrayList<>();
    Set<Object> constants = new HashSet<>();
    boolean isConstant = true;
    for (UnitedFile file : files) {
      int source = file.sources()[column];
      Object constant = file.constants()[column];
      isConstant &= source < 0;
      if (constant != null) {
        constants.add(constant);
      }
      parts.add(
          source < 0
              ? constant(file, constant)
              : isCast(file, column)
                  ? ColumnStatistics.unknown(file.table().estimatedRows(), 0)
                  : file.table().statistics(source));
    }
    ColumnStatistics together = FileStatistics.together(parts);
    return isConstant ? together.withDistinct(constants.size()) : together;
  }

  private static ColumnStatistics constant(UnitedFile file, @Nullable Object value) {
    long rows = file.table().estimatedRows();
    return value instanceof Long number
        ? new ColumnStatistics(
            rows, 0, 1, true, number, number, false, 0, 0, null, null, false, false)
        : ColumnStatistics.unknown(rows, value == null ? rows : 0);
  }

  @Override
  public RowBounds rowBounds(int column, ColumnPredicate predicate) {
    RowBounds all = new RowBounds(0, 0);
    for (UnitedFile file : files) {
      int source = file.sources()[column];
      all =
          all.plus(
              source < 0
                  ? RowBounds.of(List.of(constant(file, file.constants()[column])), predicate)
                  : isCast(file, column)
                      ? new RowBounds(0, file.table().estimatedRows())
                      : file.table().rowBounds(source, predicate));
    }
    return all;
  }

  private boolean isCast(UnitedFile file, int column) {
    return file.isCast(column, columns.get(column).type());
  }

  @Override
  public long chunkBytes(int column) {
    UnitedFile first = files.getFirst();
    int source = first.sources()[column];
    return source < 0 ? 0 : first.table().chunkBytes(source);
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
