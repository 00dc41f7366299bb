package dev.paceline.storage.buffer;

import java.lang.foreign.MemorySegment;

/**
 * Something that the pool can bring into memory. Identity is equality. {@link Object#toString}
 * names it in errors.
 *
 * @param <T> what the bytes mean
 */
public interface PoolBlock<T> {
  /** How long the frame must be. */
  long bytes();

  /**
   * Reads and checks the bytes, on a reader thread.
   *
   * @param frame of at least {@link #bytes} bytes, 64-byte aligned, contents undefined
   * @return a view of the frame, safe for all threads, used only while the block is pinned
   * @throws dev.paceline.core.error.PacelineException IO_ERROR or CORRUPT_DATA
   */
  T load(MemorySegment frame);
}
