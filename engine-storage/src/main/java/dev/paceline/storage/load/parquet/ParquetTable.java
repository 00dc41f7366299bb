package dev.paceline.storage.load.parquet;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileSequence;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileSnapshot;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
    this.columns = definitions(opened);
    this.rowCount = opened.stream().mapToLong(file -> file.metadata().rowCount()).sum();
    for (ParquetFile file : opened) {
      positions.add(positions(file));
    }
  }

  private static List<ColumnDefinition> definitions(List<ParquetFile> opened) {
    Set<String> names = new HashSet<>();
    List<ColumnDefinition> definitions = new ArrayList<>();
    for (ParquetColumn column : opened.getFirst().columns()) {
      String name = column.name();
      for (int i = 1; !names.add(name.toLowerCase(Locale.ROOT)); i++) {
        name = column.name() + "_" + i;
      }
      boolean nullable =
          opened.stream()
              .flatMap(file -> file.columns().stream())
              .filter(other -> other.name().equalsIgnoreCase(column.name()))
              .anyMatch(ParquetColumn::isNullable);
      definitions.add(new ColumnDefinition(name, column.type(), nullable));
    }
    return List.copyOf(definitions);
  }

  private int[] positions(ParquetFile file) {
    List<ParquetColumn> wanted = opened.getFirst().columns();
    int[] found = new int[wanted.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = file.equals(opened.getFirst()) ? i : find(file, wanted.get(i));
    }
    return found;
  }

  private int find(ParquetFile file, ParquetColumn wanted) {
    String first = opened.getFirst().entry().path().toString();
    for (int i = 0; i < file.columns().size(); i++) {
      ParquetColumn column = file.columns().get(i);
      if (!column.name().equalsIgnoreCase(wanted.name())) {
        continue;
      }
      if (!column.type().equals(wanted.type())) {
        throw mismatch(
            "column "
                + wanted.name()
                + " has the type "
                + column.type()
                + " in "
                + file.entry().path()
                + " and "
                + wanted.type()
                + " in "
                + first);
      }
      return i;
    }
    throw mismatch(
        "file "
            + file.entry().path()
            + " has no column "
            + wanted.name()
            + ", but "
            + first
            + " has one");
  }

  private static PacelineException mismatch(String reason) {
    return new PacelineException(ErrorCode.INVALID_FILE, reason + "; set union_by_name=true");
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
    List<ColumnStatistics> parts = new ArrayList<>();
    for (int i = 0; i < opened.size(); i++) {
      ParquetColumn source = opened.get(i).columns().get(positions.get(i)[column]);
      for (RowGroupMetadata rowGroup : opened.get(i).metadata().rowGroups()) {
        parts.add(
            source.isStored()
                ? ParquetBounds.of(source, rowGroup)
                : ColumnStatistics.unknown(rowGroup.rowCount(), 0));
      }
    }
    return ParquetBounds.together(parts);
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
