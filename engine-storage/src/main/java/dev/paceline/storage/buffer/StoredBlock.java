package dev.paceline.storage.buffer;

import dev.paceline.core.scan.ChunkColumn;
import java.lang.foreign.MemorySegment;
import java.util.List;

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
   * Reads the bytes, on a reader thread.
   *
   * @param frame of at least {@link #bytes} bytes, 64-byte aligned, contents undefined
   * @throws dev.paceline.core.error.PacelineException IO_ERROR
   */
  void read(MemorySegment frame);

  /** Whether this block and another, which comes after it, lie so close that one read gets both. */
  default boolean liesBefore(StoredBlock next) {
    return false;
  }

  /**
   * Reads several blocks, of which each {@linkplain #liesBefore lies before} the next one, at once.
   *
   * @param blocks of which this is the first
   * @param frames one a block
   * @throws dev.paceline.core.error.PacelineException IO_ERROR; some may have been read
   */
  default void readTogether(List<StoredBlock> blocks, List<MemorySegment> frames) {
    for (int i = 0; i < blocks.size(); i++) {
      blocks.get(i).read(frames.get(i));
    }
  }

  /**
   * Checks and unpacks what was read, once for a frame, on the thread of whoever needs it first.
   *
   * @param frame as it was read
   * @return a view of the frame, safe for all threads, used only while the chunk is pinned
   * @throws dev.paceline.core.error.PacelineException CORRUPT_DATA
   */
  ChunkColumn open(MemorySegment frame);
}
