package dev.paceline.storage.table;

import dev.paceline.storage.encoding.EncodedColumn;

/**
 * Where the blocks of one row group are. Any thread may call any method.
 *
 * <p>Implementations: memory here, buffer pool and files in {@code storage.file}.
 */
public interface BlockSource {
  /**
   * Brings a block into memory if it is not there and keeps it there until {@link #unpin}.
   *
   * @throws dev.paceline.core.error.PacelineException IO_ERROR, CORRUPT_DATA or MEMORY_LIMIT; then
   *     nothing is pinned
   */
  EncodedColumn pin(int column);

  /** Ends one {@link #pin}. */
  void unpin(int column);

  /**
   * Nobody refers to the row group any more: gives memory back, and what the committed state does
   * not mention may go from disk. Called once, with nothing pinned.
   */
  void dispose();
}
