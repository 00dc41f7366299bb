package dev.paceline.storage.load.arrow.write;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.GrowingBuffer;

/** The ends of strings or lists, behind the start of the first one. Not thread-safe. */
final class EndsBuffer {
  private final GrowingBuffer ends;

  EndsBuffer(MemoryScope memory) {
    this.ends = new GrowingBuffer(memory);
    clear();
  }

  GrowingBuffer bytes() {
    return ends;
  }

  void clear() {
    ends.clear();
    add(0);
  }

  /** Adds the end of the next value. */
  void add(long end) {
    long at = ends.extend(Integer.BYTES);
    ends.segment().set(JAVA_INT_UNALIGNED, at, Math.toIntExact(end));
  }
}
