package dev.paceline.core.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Stands for lanes or chains that do not exist, so that nobody reads them. It has room for one lane
 * of any width: the JIT moves the test whether a segment has room for a lane out of loops, even if
 * few iterations or none read it, and throws the code of the loop away when an empty segment fails
 * that test. Its 16 bytes live as long as the process and are in no ledger.
 */
public final class UnreadLanes {
  public static final MemorySegment SEGMENT = Arena.global().allocate(2 * Long.BYTES, Long.BYTES);

  private UnreadLanes() {}

  /** Returns whether a segment is not {@link #SEGMENT}. */
  public static boolean isReadable(MemorySegment segment) {
    return segment.address() != SEGMENT.address();
  }
}
