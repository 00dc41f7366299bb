package dev.paceline.storage.scan;

import dev.paceline.core.exec.ChunkColumn;
import java.lang.foreign.MemorySegment;

/**
 * A column block in a file, where it may be shorter than in memory, that can be brought into
 * memory. {@link Object#toString} names it in errors.
 */
public interface StoredBlock {
  /** How long the frame must be. */
  long bytes();

  /** How long it is in the frame, unpacked. */
  long encodedBytes();

  /** How many bytes are read for it. */
  long storedBytes();

  /**
   * Reads and checks the bytes, on a reader thread.
   *
   * @param frame of at least {@link #bytes} bytes, 64-byte aligned, contents undefined
   * @return a view of the frame, safe for all threads, used only while the chunk is pinned
   * @throws dev.paceline.core.error.PacelineException IO_ERROR or CORRUPT_DATA
   */
  ChunkColumn load(MemorySegment frame);
}
