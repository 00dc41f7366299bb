package dev.paceline.storage.encoding;

import java.lang.foreign.MemorySegment;

/** A block that could be written: how long it is, and how. Valid until its values change. */
interface BlockPlan {
  /** Bytes of the block. */
  long length();

  /**
   * @param block native memory of {@link #length} bytes
   */
  void write(MemorySegment block);
}
