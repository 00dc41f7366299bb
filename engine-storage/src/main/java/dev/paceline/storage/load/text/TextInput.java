package dev.paceline.storage.load.text;

import java.lang.foreign.MemorySegment;

/** Text in UTF-8 that is read piece by piece from its beginning. One thread at a time uses it. */
public interface TextInput extends AutoCloseable {
  /**
   * Reads bytes.
   *
   * @param length the most bytes to read, at least 1
   * @return the number of bytes that were read; 0 at the end
   */
  int read(MemorySegment to, long offset, int length);

  /** Returns the bytes of the file that were read so far, packed as they are there. */
  long readBytes();

  @Override
  void close();
}
