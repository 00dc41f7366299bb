package dev.paceline.core.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A segment that takes the place of lanes or chains that do not exist. It is never read, but it is
 * long enough for one lane of any width. The JIT moves the check of a segment's length out of a
 * loop, even if no iteration reads the segment, and discards the compiled loop if the check fails;
 * an empty segment would fail it. The 16 bytes are never freed and are not counted in a ledger.
 */
public final class UnreadLanes {
  public static final MemorySegment SEGMENT = Arena.global().allocate(2 * Long.BYTES, Long.BYTES);

  private UnreadLanes() {}

  /** Returns whether a segment is not {@link #SEGMENT}. */
  public static boolean isReadable(MemorySegment segment) {
    return segment.address() != SEGMENT.address();
  }
}
