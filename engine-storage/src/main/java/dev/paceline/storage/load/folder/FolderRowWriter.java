package dev.paceline.storage.load.folder;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.WriterFormat;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows to several files of a directory. Each part has one file open at a time, and begins
 * the next one when the keys of the rows change or the file is long enough. Rows of equal keys
 * should therefore follow each other.
 */
public final class FolderRowWriter implements RowWriter {
  private final FolderOutput output;
  private final FolderLayout layout;
  private final WriterFormat format;
  private final FileOptions options;
  private final List<ColumnDefinition> columns;
  private final List<ColumnDefinition> written;
  private final MemoryLedger ledger;

  /** The files that are not complete. */
  @GuardedBy("this")
  private final Set<OpenFile> open = new LinkedHashSet<>();

  @GuardedBy("this")
  private int files;

  @GuardedBy("this")
  private long bytes;

  private FolderRowWriter(
      FolderOutput output,
      FolderLayout layout,
      WriterFormat format,
      FileOptions options,
      List<ColumnDefinition> columns,
      MemoryLedger ledger) {
    this.output = output;
    this.layout = layout;
    this.format = format;
    this.options = options;
    this.columns = columns;
    this.written = layout.columns().stream().map(columns::get).toList();
    this.ledger = ledger;
  }

  /**
   * Begins to write.
   *
   * @param options of the format
   * @param columns names and types of the columns of every batch
   * @throws dev.paceline.core.error.PacelineException IO_ERROR
   */
  public static FolderRowWriter open(
      Path directory,
      FolderLayout layout,
      WriterFormat format,
      FileOptions options,
      List<ColumnDefinition> columns,
      MemoryLedger ledger) {
    FolderOutput output = FolderOutput.open(directory, layout);
    return new FolderRowWriter(output, layout, format, options, columns, ledger);
  }

  /** A file that is being written. */
  private final class OpenFile {
    private final MemoryScope memory = ledger.openScope("COPY");
    private final FileOutput file;
    private final RowWriter writer;
    private final Part part;

    OpenFile(String directory) {
      boolean done = false;
      try {
        file = output.newFile(directory);
        writer = format.open(file, written, options, memory);
        part = writer.openPart(memory);
        done = true;
      } finally {
        if (!done) {
          memory.close();
        }
      }
    }

    void abandon() {
      writer.close();
      memory.close();
    }
  }

  private OpenFile begin(String directory) {
    OpenFile file = new OpenFile(directory);
    synchronized (this) {
      open.add(file);
      files++;
    }
    return file;
  }

  private void complete(OpenFile file) {
    file.part.end();
    long length = file.writer.finish();
    synchronized (this) {
      open.remove(file);
      bytes += length;
    }
    file.abandon(); // frees its memory; the file stays
  }

  @Override
  public Part openPart(MemoryScope memory) {
    return new FolderPart(memory);
  }

  @Override
  public long finish() {
    boolean isEmpty;
    synchronized (this) {
      isEmpty = files == 0 && layout.keys().isEmpty();
    }
    if (isEmpty) {
      complete(begin("")); // a file without rows tells the columns
    }
    output.finish();
    synchronized (this) {
      return bytes;
    }
  }

  @Override
  public void close() {
    List<OpenFile> abandoned;
    synchronized (this) {
      abandoned = List.copyOf(open);
      open.clear();
    }
    try (output) {
      abandoned.forEach(OpenFile::abandon);
    }
  }

  /** The files that one worker writes. */
  private final class FolderPart implements Part {
    private final @Nullable PartitionKeys keys;
    private final MemoryScope memory;
    private @Nullable Selection rows;
    private int capacity;
    private @Nullable OpenFile file;

    FolderPart(MemoryScope memory) {
      this.memory = memory;
      this.keys =
          layout.keys().isEmpty()
              ? null
              : new PartitionKeys(layout.keys().stream().map(columns::get).toList(), memory);
    }

    @Override
    public void append(Batch batch) {
      ColumnVector[] vectors = new ColumnVector[written.size()];
      for (int i = 0; i < vectors.length; i++) {
        vectors[i] = batch.column(layout.columns().get(i));
      }
      Batch target = new Batch(vectors);
      PartitionKeys partitions = keys;
      if (partitions == null) {
        write("", target.set(batch.rowCount(), batch.selection()));
        return;
      }
      int count = batch.selectedCount();
      List<ColumnVector> keyVectors = new ArrayList<>();
      layout.keys().forEach(key -> keyVectors.add(batch.column(key)));
      partitions.encode(keyVectors, batch.selection(), count);
      for (int from = 0; from < count; ) {
        int to = partitions.endOfRun(from, count);
        if (from == 0 ? partitions.differsFromLast(0) : true) {
          end();
          partitions.remember(from);
        }
        write(partitions.directory(), target.set(batch.rowCount(), run(batch, from, to)));
        from = to;
      }
    }

    private @Nullable Selection run(Batch batch, int from, int to) {
      if (from == 0 && to == batch.selectedCount()) {
        return batch.selection();
      }
      Selection selection = rows;
      if (selection == null || capacity < batch.rowCount()) {
        capacity = Math.max(2048, batch.rowCount());
        selection = new Selection(memory, capacity);
        rows = selection;
      }
      selection.selectRange(batch.selection(), batch.rowCount(), from, to);
      return selection;
    }

    private void write(String directory, Batch batch) {
      OpenFile current = file;
      if (current == null) {
        current = begin(directory);
        file = current;
      }
      current.part.append(batch);
      if (current.file.bytes() >= layout.fileBytes()) {
        end();
      }
    }

    @Override
    public void end() {
      OpenFile current = file;
      file = null;
      if (current != null) {
        complete(current);
      }
    }
  }
}
