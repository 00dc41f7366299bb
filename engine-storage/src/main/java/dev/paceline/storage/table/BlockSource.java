package dev.paceline.storage.table;

/**
 * Where the blocks of one row group are. Any thread may call any method.
 *
 * <p>Implementations: memory here, buffer pool and files in {@code storage.file}.
 */
public interface BlockSource {
  /**
   * Asks for blocks. Never waits for input; what fails, fails in {@link BlockRequest#take}.
   *
   * @param columns table columns, each once
   * @param whenSettled called, with no lock held, each time {@link BlockRequest#take} may have
   *     something to say; not called if that is so when this method returns
   */
  BlockRequest request(int[] columns, Runnable whenSettled);

  /**
   * Nobody refers to the row group any more: gives memory back, and what the committed state does
   * not mention may go from disk. Called once, after all requests were closed.
   */
  void dispose();
}
