package dev.paceline.storage.scan;

import java.util.BitSet;

/**
 * The chunks of one table that a scan wants, each once, by ascending ordinal. Immutable; any thread
 * may use it.
 *
 * <p>The {@link ActiveBufferManager} calls it under its lock, a few times for each chunk that a
 * scan takes. The cost of a call must therefore hardly grow with the number of chunks.
 */
public interface ScanChunks {
  /** Returns the number of chunks. */
  int size();

  /** Returns the number of rows of all chunks. */
  long rows();

  /** Returns the chunk with an index; always the same object. */
  ScanChunk get(int index);

  /** Returns the number of rows of all chunks before the one with an index. */
  long rowsBefore(int index);

  /** Returns a bound for the bytes that units take in any one of the chunks. */
  long mostBytes(long units);

  /**
   * Returns the index of the first chunk with at least this ordinal; {@link #size} if there is
   * none.
   */
  int firstFrom(int ordinal);

  /**
   * Returns the chunks without those with some indexes. This may cost more than the other calls.
   */
  ScanChunks without(BitSet indexes);
}
