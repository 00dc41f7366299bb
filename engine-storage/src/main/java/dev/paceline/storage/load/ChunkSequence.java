package dev.paceline.storage.load;

import org.jspecify.annotations.Nullable;

/**
 * The chunks of one scan, made one by one. {@link FileScan} calls it under its lock, so that every
 * method returns at once and none reads a file.
 */
public interface ChunkSequence {
  /** Returns the next chunk; null if there is none now, or {@link #isExhausted}. */
  @Nullable FileChunk next();

  /** Whether there will be no further chunk. */
  boolean isExhausted();

  /** Returns the blocks (chunks times columns) that statistics ruled out. */
  default long skippedBlocks() {
    return 0;
  }

  /**
   * Calls {@code wakeUp} whenever there may be a chunk after there was none. To be called without a
   * lock.
   */
  default void onAvailable(Runnable wakeUp) {}

  /** Frees what chunks share. Called once, when no chunk is in use and none will be asked for. */
  default void close() {}
}
