package dev.paceline.storage.load;

import dev.paceline.core.column.Batch;
import dev.paceline.core.memory.MemoryScope;

/**
 * A file that is being written. Each worker fills a {@link Part} of its own; the rows of one part
 * stay in their order, and the rows of different parts come in any order. Rows that have to be
 * written in order therefore go through one part.
 *
 * <p>A writer that is closed without {@link #finish} leaves no file.
 */
public interface RowWriter extends AutoCloseable {
  /**
   * Opens a part, which one thread at a time uses. Any thread may call it.
   *
   * @param memory from which the buffers of the part come
   */
  Part openPart(MemoryScope memory);

  /**
   * Completes the file, after all parts have ended, and makes it visible under its name.
   *
   * @return the length of the file in bytes
   * @throws dev.paceline.core.error.PacelineException IO_ERROR or DISK_FULL
   */
  long finish();

  /** Removes what was written, unless {@link #finish} succeeded. Closing twice does nothing. */
  @Override
  void close();

  /** The rows that one worker writes. */
  interface Part {
    /**
     * Adds the selected rows of a batch, and writes to the file whenever a buffer is full.
     *
     * @throws dev.paceline.core.error.PacelineException IO_ERROR, DISK_FULL or MEMORY_LIMIT
     */
    void append(Batch batch);

    /**
     * Writes the rest of the rows. Nothing is appended afterwards. A part that does not end holds
     * nothing but memory of its scope.
     */
    void end();
  }
}
