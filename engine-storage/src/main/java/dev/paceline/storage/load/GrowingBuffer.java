package dev.paceline.storage.load;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Native memory that grows as bytes are appended, and is reused after {@link #clear}. One thread
 * uses it.
 */
public final class GrowingBuffer {
  private static final long FIRST_BYTES = 4 << 10;

  private final MemoryScope memory;
  private MemorySegment segment = MemorySegment.NULL;
  private long length;

  public GrowingBuffer(MemoryScope memory) {
    this.memory = memory;
  }

  /** Returns the memory; not to be kept while bytes are appended. */
  public MemorySegment segment() {
    return segment;
  }

  /** Returns the bytes that were appended. */
  public long length() {
    return length;
  }

  public void clear() {
    length = 0;
  }

  /**
   * Appends bytes that the caller then writes.
   *
   * @return the position of the first one
   */
  public long extend(long bytes) {
    long at = length;
    if (segment.byteSize() < at + bytes + MemoryScope.PADDING_BYTES) {
      long size = Math.max(FIRST_BYTES, Math.max(at + bytes, at + at / 2));
      MemorySegment grown = memory.allocateAlone(size);
      MemorySegment.copy(segment, 0, grown, 0, at);
      if (segment.byteSize() > 0) {
        memory.release(segment);
      }
      segment = grown;
    }
    length = at + bytes;
    return at;
  }

  /** Takes back bytes at the end. */
  public void shorten(long to) {
    length = to;
  }

  public void writeByte(int value) {
    long at = extend(1);
    segment.set(JAVA_BYTE, at, (byte) value);
  }

  public void writeBytes(byte[] bytes) {
    long at = extend(bytes.length);
    MemorySegment.copy(bytes, 0, segment, JAVA_BYTE, at, bytes.length);
  }

  /** Writes a number in groups of 7 bits, lowest first. */
  public void writeVarint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      writeByte((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    writeByte((int) rest);
  }

  /** Returns all bytes, for writing them to a file. */
  public ByteBuffer bytes() {
    return segment.asSlice(0, length).asByteBuffer();
  }

  /** Gives the memory back. */
  public void release() {
    if (segment.byteSize() > 0) {
      memory.release(segment);
      segment = MemorySegment.NULL;
    }
    length = 0;
  }
}
