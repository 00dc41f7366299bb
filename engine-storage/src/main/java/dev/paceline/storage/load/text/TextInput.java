package dev.paceline.storage.load.text;

import java.lang.foreign.MemorySegment;

/** Text in UTF-8 that is read piece by piece from its beginning. One thread at a time uses it. */
public interface TextInput extends AutoCloseable {
  /**
   * Reads bytes.
   *
   * @param length at most so many, at least 1
   * @return how many; 0 at the end
   */
  int read(MemorySegment to, long offset, int length);

  /** Returns the bytes of the file that were read so far, packed as they are there. */
  long readBytes();

  @Override
  void close();
}
