package dev.paceline.storage.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * One file as the engine reads and writes it: whole ranges of bytes at explicit positions.
 *
 * <p>Segments are native or over a byte array. Reads and writes of different ranges may run at once
 * on any threads; nobody may read a range while it is written. What was written may be lost in a
 * crash until {@link #sync} has returned, in whole or in part and in any order.
 */
public interface BlockStore extends AutoCloseable {
  /** The file as error messages name it. */
  String name();

  /** Length in bytes. */
  long size() throws IOException;

  /**
   * Fills all of {@code into}.
   *
   * @throws java.io.EOFException if the file ends before
   */
  void read(long position, MemorySegment into) throws IOException;

  /**
   * Fills at least the first {@code least} bytes of {@code into}; what follows in the file may come
   * with them.
   *
   * @throws java.io.EOFException if the file ends before
   */
  default void read(long position, MemorySegment into, long least) throws IOException {
    read(position, into.asSlice(0, least));
  }

  /**
   * Fills several segments from places that lie close together, in one read where that is faster.
   *
   * @param positions ascending, and without overlaps
   * @param into one a position
   * @throws java.io.EOFException if the file ends before
   */
  default void read(long[] positions, MemorySegment[] into) throws IOException {
    for (int i = 0; i < positions.length; i++) {
      read(positions[i], into[i]);
    }
  }

  /** Writes all of {@code from}; lengthens the file where it ends before. */
  void write(long position, MemorySegment from) throws IOException;

  /** Returns when all that was written, and the length, are durable. */
  void sync() throws IOException;

  /** Idempotent; does not sync. */
  @Override
  void close() throws IOException;
}
