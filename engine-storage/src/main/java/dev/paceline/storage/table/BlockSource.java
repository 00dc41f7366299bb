package dev.paceline.storage.table;

/**
 * Where the blocks of one row group are; only the {@link TableStore} that made it knows more.
 *
 * <p>Implementations: memory here, files in {@code storage.file}.
 */
public interface BlockSource {
  /**
   * Nobody refers to the row group any more: gives memory back, and what the committed state does
   * not mention may go from disk. Called once, after all scans of it were closed.
   */
  void dispose();
}
