package dev.paceline.storage.table.rowgroup;

import dev.paceline.storage.table.TableStore;

/**
 * The place of the blocks of one row group; only the {@link TableStore} that made it knows more.
 *
 * <p>Implementations: memory here, files in {@code storage.file}.
 */
public interface BlockSource {
  /** How long the frame of a column's block must be; 0 if the block needs none. */
  default long frameBytes(int column) {
    return 0;
  }

  /** The row group has another position in its table than scans have seen before, if any have. */
  default void moved() {}

  /**
   * Nobody refers to the row group any more: gives memory back, and what the committed state does
   * not mention may go from disk. Called once, after all scans of it were closed.
   */
  void dispose();
}
