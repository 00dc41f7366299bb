package dev.paceline.storage.load.arrow;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileSequence;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileSnapshot;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.arrow.metadata.ArrowField;
import dev.paceline.storage.load.arrow.metadata.ArrowFile;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Files whose metadata was read. Columns are those of the first file; others have them by name. */
final class ArrowTable implements FileTable {
  private final FileSet files;
  private final Map<String, Object> options;
  private final List<ArrowFile> opened;
  private final MemoryLedger ledger;
  private final List<ColumnDefinition> columns;

  /** The number of each column in each of the files. */
  private final List<int[]> positions = new ArrayList<>();

  /**
   * @param opened the files, in their order
   * @throws PacelineException INVALID_FILE if a file lacks a column of the first one, or has it
   *     with another type
   */
  ArrowTable(
      FileSet files, Map<String, Object> options, List<ArrowFile> opened, MemoryLedger ledger) {
    this.files = files;
    this.options = options;
    this.opened = List.copyOf(opened);
    this.ledger = ledger;
    this.columns = definitions(opened.getFirst());
    for (ArrowFile file : opened) {
      positions.add(positions(file));
    }
  }

  private static List<ColumnDefinition> definitions(ArrowFile file) {
    if (file.fields().isEmpty()) {
      throw new PacelineException(
          ErrorCode.INVALID_FILE, "file " + file.entry().path() + " has no columns");
    }
    Set<String> names = new HashSet<>();
    List<ColumnDefinition> definitions = new ArrayList<>();
    for (ArrowField field : file.fields()) {
      String first = field.name().isEmpty() ? "column" + definitions.size() : field.name();
      String name = first;
      for (int i = 1; !names.add(name.toLowerCase(Locale.ROOT)); i++) {
        name = first + "_" + i;
      }
      // Writers mark fields as not nullable without a look at their values.
      definitions.add(new ColumnDefinition(name, field.type(), true));
    }
    return List.copyOf(definitions);
  }

  private int[] positions(ArrowFile file) {
    List<ArrowField> wanted = opened.getFirst().fields();
    int[] found = new int[wanted.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = file.equals(opened.getFirst()) ? i : find(file, wanted.get(i));
    }
    return found;
  }

  private int find(ArrowFile file, ArrowField wanted) {
    String first = opened.getFirst().entry().path().toString();
    for (int i = 0; i < file.fields().size(); i++) {
      ArrowField field = file.fields().get(i);
      if (!field.name().equalsIgnoreCase(wanted.name())) {
        continue;
      }
      if (!field.type().equals(wanted.type())) {
        throw mismatch(
            "column "
                + wanted.name()
                + " has the type "
                + field.type()
                + " in "
                + file.entry().path()
                + " and "
                + wanted.type()
                + " in "
                + first
                + "; read files of such types by separate statements");
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
            + " has one; set union_by_name=true");
  }

  private static PacelineException mismatch(String reason) {
    return new PacelineException(ErrorCode.INVALID_FILE, reason);
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
    return new FileSnapshot(this, (wanted, predicates, order) -> open(wanted, order));
  }

  private ChunkSequence open(int[] wanted, ScanOrder order) {
    List<Supplier<ChunkSequence>> sequences = new ArrayList<>();
    for (int i = 0; i < opened.size(); i++) {
      ArrowFile file = opened.get(i);
      int[] inFile = new int[wanted.length];
      for (int j = 0; j < wanted.length; j++) {
        inFile[j] = positions.get(i)[wanted[j]];
        checkReadable(file.fields().get(inFile[j]), file);
      }
      sequences.add(() -> new ArrowChunks(file, inFile, ledger));
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
