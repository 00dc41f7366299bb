package dev.paceline.storage.load;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a file, which the work order that takes the chunk reads and decodes. The memory of
 * its rows is reserved when it is loaded and given back when the scan has the chunk back.
 *
 * <p>One thread at a time uses a chunk that is not loaded; a loaded one is immutable.
 */
public abstract class FileChunk implements Chunk {
  private final FileSet.Entry file;
  private final MemoryLedger ledger;
  private @Nullable MemoryScope memory;
  private @Nullable Rows rows;

  /**
   * The rows of a chunk in memory.
   *
   * @param rowCount 0 or more
   * @param columns in the order in which the scan asked for them; not looked at if there is no row
   * @param readBytes bytes that were read from the file for them
   */
  public record Rows(int rowCount, List<? extends ChunkColumn> columns, long readBytes) {}

  protected FileChunk(FileSet.Entry file, MemoryLedger ledger) {
    this.file = file;
    this.ledger = ledger;
  }

  /** Returns the file whose rows these are. */
  public final FileSet.Entry file() {
    return file;
  }

  /**
   * Reads and decodes the rows, in a work order.
   *
   * @param memory for everything that columns point to; ends with the chunk
   * @param cancellation to be called every few milliseconds
   */
  protected abstract Rows read(MemoryScope memory, Runnable cancellation);

  @Override
  public final void load(Runnable cancellation) {
    if (rows != null) {
      return;
    }
    MemoryScope scope = ledger.openScope("a chunk of " + file.path());
    try {
      rows = read(scope, cancellation);
      memory = scope;
    } finally {
      if (rows == null) {
        scope.close();
      }
    }
  }

  /** The source of the rows of a chunk. */
  public enum Origin {
    /** The scan read them from the file. */
    READ,
    /** Another scan had read them, and they were parsed again. */
    SHARED,
    /** They were in memory as they are needed. */
    CACHED
  }

  /** Returns where the rows came from, after they were loaded. */
  protected Origin origin() {
    return Origin.READ;
  }

  /** Gives back what the chunk holds beside its memory. Called once, loaded or not. */
  protected void released() {}

  /** Whether its rows are in memory. */
  final boolean isLoaded() {
    return rows != null;
  }

  /** Gives the memory back. Called once. */
  final void free() {
    MemoryScope scope = memory;
    memory = null;
    if (scope != null) {
      scope.close();
    }
    released();
  }

  @Override
  public final int rowCount() {
    Rows loaded = rows;
    return loaded == null ? UNKNOWN_ROWS : loaded.rowCount();
  }

  @Override
  public final ChunkColumn column(int index) {
    return loaded().columns().get(index);
  }

  @Override
  public final int blockCount() {
    return loaded().columns().size();
  }

  @Override
  public final long bytes() {
    MemoryScope scope = memory;
    return scope == null ? 0 : scope.bytes();
  }

  @Override
  public final long readBytes() {
    return loaded().readBytes();
  }

  private Rows loaded() {
    return requireNonNull(rows, "the chunk is not loaded");
  }
}
