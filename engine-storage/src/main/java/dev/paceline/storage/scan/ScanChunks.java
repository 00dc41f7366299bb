package dev.paceline.storage.scan;

import java.util.BitSet;

/**
 * Chunks of one table, each once, by ascending ordinal: what a scan wants, in the order of the
 * table. Immutable; any thread may use it.
 *
 * <p>Calls are made under the lock of the {@link ActiveBufferManager}, a few for each chunk that a
 * scan takes, so their cost must hardly grow with the number of chunks.
 */
public interface ScanChunks {
  /** The number of chunks. */
  int size();

  /** Rows of all chunks. */
  long rows();

  /** The same chunk at every call with the same index. */
  ScanChunk get(int index);

  /** The rows of all chunks before this one. */
  long rowsBefore(int index);

  /** A bound for the bytes of these units in any one of the chunks. */
  long mostBytes(long units);

  /** The index of the first chunk with at least this ordinal; {@link #size} if there is none. */
  int firstFrom(int ordinal);

  /** The chunks but for those with these indexes. May cost more than the other calls. */
  ScanChunks without(BitSet indexes);
}
