package dev.paceline.storage.load.arrow.write;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.GrowingBuffer;
import java.lang.foreign.MemorySegment;

/** Bits that are appended one after the other. Not thread-safe. */
final class BitBuffer {
  private final GrowingBuffer bytes;
  private long count;

  BitBuffer(MemoryScope memory) {
    this.bytes = new GrowingBuffer(memory);
  }

  /** Returns the bytes; the bits behind the last one are 0. */
  GrowingBuffer bytes() {
    return bytes;
  }

  void clear() {
    bytes.clear();
    count = 0;
  }

  /** Makes room for bits, all of which are 0 until {@link #set}. */
  void extend(int bits) {
    long length = bytes.length();
    long needed = count + bits + 7 >>> 3;
    if (needed > length) {
      bytes.extend(needed - length);
      bytes.segment().asSlice(length, needed - length).fill((byte) 0);
    }
    count += bits;
  }

  /** Sets a bit for which there is room. */
  void set(long bit) {
    MemorySegment segment = bytes.segment();
    long at = bit >>> 3;
    segment.set(JAVA_BYTE, at, (byte) (segment.get(JAVA_BYTE, at) | 1 << (bit & 7)));
  }
}
