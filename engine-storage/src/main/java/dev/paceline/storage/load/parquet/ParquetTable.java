package dev.paceline.storage.load.parquet;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileColumns;
import dev.paceline.storage.load.FileSequence;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileSnapshot;
import dev.paceline.storage.load.FileStatistics;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.RowBounds;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Files whose footers were read. Columns are those of the first file; others have them by name. */
final class ParquetTable implements FileTable {
  private final FileSet files;
  private final Map<String, Object> options;
  private final FileCache cache;
  private final List<ParquetFile> opened;
  private final List<ColumnDefinition> columns;
  private final long rowCount;

  /** The number of each column in each of the files. */
  private final List<int[]> positions = new ArrayList<>();

  /**
   * @param opened the files, in their order
   * @throws PacelineException INVALID_FILE if a file lacks a column of the first one, or has it
   *     with another type
   */
  ParquetTable(
      FileSet files, Map<String, Object> options, List<ParquetFile> opened, FileCache cache) {
    this.files = files;
    this.options = options;
    this.cache = cache;
    this.opened = opened;
    FileColumns first = columnsOf(opened.getFirst());
    this.columns = definitions(opened, first.distinctNames());
    this.rowCount = opened.stream().mapToLong(file -> file.metadata().rowCount()).sum();
    for (ParquetFile file : opened) {
      positions.add(columnsOf(file).positions(first, "set union_by_name=true"));
    }
  }

  private static FileColumns columnsOf(ParquetFile file) {
    return new FileColumns(
        file.entry().path(),
        file.columns().stream()
            .map(column -> new FileColumns.Column(column.name(), column.type()))
            .toList());
  }

  private static List<ColumnDefinition> definitions(List<ParquetFile> opened, List<String> names) {
    List<ColumnDefinition> definitions = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      ParquetColumn column = opened.getFirst().columns().get(i);
      boolean nullable =
          opened.stream()
              .flatMap(file -> file.columns().stream())
              .filter(other -> other.name().equalsIgnoreCase(column.name()))
              .anyMatch(ParquetColumn::isNullable);
      definitions.add(new ColumnDefinition(names.get(i), column.type(), nullable));
    }
    return List.copyOf(definitions);
  }

  @Override
  public String name() {
    return "parquet " + files.pattern();
  }

  @Override
  public FileSet files() {
    return files;
  }

  @Override
  public List<ColumnDefinition> columns() {
    return columns;
  }

  @Override
  public Map<String, Object> effectiveOptions() {
    return options;
  }

  @Override
  public long estimatedRows() {
    return rowCount;
  }

  @Override
  public ColumnStatistics statistics(int column) {
    return FileStatistics.together(parts(column));
  }

  @Override
  public RowBounds rowBounds(int column, ColumnPredicate predicate) {
    return RowBounds.of(parts(column), predicate);
  }

  /** Returns what the footers know of a column of each row group. */
  private List<ColumnStatistics> parts(int column) {
    List<ColumnStatistics> parts = new ArrayList<>();
    for (int i = 0; i < opened.size(); i++) {
      ParquetColumn source = opened.get(i).columns().get(positions.get(i)[column]);
      for (RowGroupMetadata rowGroup : opened.get(i).metadata().rowGroups()) {
        if (rowGroup.rowCount() > 0) {
          parts.add(
              source.isStored()
                  ? ParquetBounds.of(source, rowGroup)
                  : ColumnStatistics.unknown(rowGroup.rowCount(), 0));
        }
      }
    }
    return parts;
  }

  /** Nested columns have several leaves, which no estimate is worth. */
  @Override
  public long chunkBytes(int column) {
    ParquetColumn source = opened.getFirst().columns().get(positions.getFirst()[column]);
    if (source.nested() != null) {
      return Long.MAX_VALUE;
    }
    return source.isStored() && !opened.getFirst().metadata().rowGroups().isEmpty()
        ? opened
            .getFirst()
            .metadata()
            .rowGroups()
            .getFirst()
            .columns()
            .get(source.leaf())
            .uncompressedBytes()
        : 0;
  }

  @Override
  public ScanTarget snapshot() {
    return new FileSnapshot(this, this::open);
  }

  private ChunkSequence open(int[] wanted, List<ScanPredicate> predicates, ScanOrder order) {
    List<Supplier<ChunkSequence>> sequences = new ArrayList<>();
    for (int i = 0; i < opened.size(); i++) {
      ParquetFile file = opened.get(i);
      List<ParquetColumn> sources = new ArrayList<>();
      int[] inFile = new int[wanted.length];
      for (int j = 0; j < wanted.length; j++) {
        inFile[j] = positions.get(i)[wanted[j]];
        ParquetColumn source = file.columns().get(inFile[j]);
        source.checkReadable(file.entry().path().toString());
        sources.add(source);
      }
      sequences.add(
          () ->
              new ParquetChunks(
                  file, sources, inFile, predicates, order, file.entry().key(options), cache));
    }
    return new FileSequence(sequences, order == ScanOrder.ANY);
  }
}
