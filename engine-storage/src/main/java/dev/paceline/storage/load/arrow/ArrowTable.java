package dev.paceline.storage.load.arrow;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileColumns;
import dev.paceline.storage.load.FileSequence;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileSnapshot;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.arrow.metadata.ArrowField;
import dev.paceline.storage.load.arrow.metadata.ArrowFile;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Files whose metadata was read. Columns are those of the first file; others have them by name. */
final class ArrowTable implements FileTable {
  private final FileSet files;
  private final Map<String, Object> options;
  private final List<ArrowFile> opened;
  private final FileCache cache;
  private final List<ColumnDefinition> columns;

  /** The number of each column in each of the files. */
  private final List<int[]> positions = new ArrayList<>();

  /**
   * @param opened the files, in their order
   * @throws PacelineException INVALID_FILE if a file lacks a column of the first one, or has it
   *     with another type
   */
  ArrowTable(FileSet files, Map<String, Object> options, List<ArrowFile> opened, FileCache cache) {
    this.files = files;
    this.options = options;
    this.opened = List.copyOf(opened);
    this.cache = cache;
    FileColumns first = columnsOf(opened.getFirst());
    this.columns = definitions(opened.getFirst(), first.distinctNames());
    for (ArrowFile file : opened) {
      positions.add(
          columnsOf(file).positions(first, "read files of such types by separate statements"));
    }
  }

  private static FileColumns columnsOf(ArrowFile file) {
    List<FileColumns.Column> columns = new ArrayList<>();
    for (ArrowField field : file.fields()) {
      String name = field.name().isEmpty() ? "column" + columns.size() : field.name();
      columns.add(new FileColumns.Column(name, field.type()));
    }
    return new FileColumns(file.entry().path(), columns);
  }

  private static List<ColumnDefinition> definitions(ArrowFile file, List<String> names) {
    if (names.isEmpty()) {
      throw new PacelineException(
          ErrorCode.INVALID_FILE, "file " + file.entry().path() + " has no columns");
    }
    List<ColumnDefinition> definitions = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      // Writers mark fields as not nullable without a look at their values.
      definitions.add(new ColumnDefinition(names.get(i), file.fields().get(i).type(), true));
    }
    return List.copyOf(definitions);
  }

  @Override
  public String name() {
    return "arrow " + files.pattern();
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
    return opened.stream().mapToLong(ArrowFile::rowCount).sum();
  }

  @Override
  public ScanTarget snapshot() {
    return new FileSnapshot(this, this::open);
  }

  private ChunkSequence open(int[] wanted, List<ScanPredicate> predicates, ScanOrder order) {
    BitSet tested = new BitSet();
    predicates.forEach(predicate -> tested.set(predicate.column()));
    List<Supplier<ChunkSequence>> sequences = new ArrayList<>();
    for (int i = 0; i < opened.size(); i++) {
      ArrowFile file = opened.get(i);
      int[] inFile = new int[wanted.length];
      for (int j = 0; j < wanted.length; j++) {
        inFile[j] = positions.get(i)[wanted[j]];
        checkReadable(file.fields().get(inFile[j]), file);
      }
      sequences.add(
          () ->
              new ArrowChunks(
                  file,
                  new ArrowChunk.Wanted(inFile, tested),
                  order,
                  file.entry().key(options),
                  cache));
    }
    return new FileSequence(sequences, order == ScanOrder.ANY);
  }

  private static void checkReadable(ArrowField field, ArrowFile file) {
    if (field.unreadable() != null) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "column "
              + field.name()
              + " of "
              + file.entry().path()
              + " cannot be read: "
              + field.unreadable()
              + "; select the other columns by their names");
    }
  }
}
