package dev.paceline.storage.load.whole;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileSnapshot;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table with a row for each file.
 *
 * @param name of the function that reads it
 */
record WholeFileTable(
    String name, FileSet files, List<ColumnDefinition> columns, MemoryLedger ledger)
    implements FileTable {
  @Override
  public Map<String, Object> effectiveOptions() {
    return Map.of();
  }

  @Override
  public long estimatedRows() {
    return files.files().size();
  }

  @Override
  public ScanTarget snapshot() {
    return new FileSnapshot(this, (wanted, predicates, order) -> new Chunks(wanted));
  }

  /** A chunk for each file. */
  private final class Chunks implements ChunkSequence {
    private final int[] wanted;
    private final Iterator<FileSet.Entry> remaining = files.files().iterator();

    Chunks(int[] wanted) {
      this.wanted = wanted;
    }

    @Override
    public @Nullable FileChunk next() {
      return remaining.hasNext()
          ? new WholeFileChunk(remaining.next(), columns, wanted, ledger)
          : null;
    }

    @Override
    public boolean isExhausted() {
      return !remaining.hasNext();
    }
  }
}
