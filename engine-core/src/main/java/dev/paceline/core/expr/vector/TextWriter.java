package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * Writes byte strings one after the other into the heap scratch of a vector, which always has a few
 * more bytes than are used.
 */
public final class TextWriter {
  private static final long INITIAL_BYTES = 4096;

  private static final long LOW_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  private final ColumnVector owner;
  private MemorySegment heap;
  private long start;
  private long end;

  /** A writer of the values of a vector, from the start of its heap scratch. */
  public TextWriter(ColumnVector owner) {
    this.owner = owner;
    heap = owner.heapScratch(INITIAL_BYTES, 0);
  }

  /** Returns what the views of all strings so far point into. */
  public MemorySegment heap() {
    return heap;
  }

  public void append(byte value) {
    reserve(1);
    heap.set(JAVA_BYTE, end++, value);
  }

  /** Appends eight bytes, the highest first. */
  public void appendBigEndian(long value) {
    reserve(Long.BYTES);
    heap.set(JAVA_LONG_UNALIGNED, end, Long.reverseBytes(value));
    end += Long.BYTES;
  }

  public void append(MemorySegment source, long offset, int length) {
    reserve(length);
    StringView.copy(source, offset, heap, end, length);
    end += length;
  }

  /**
   * Appends a text of ASCII characters with the case of some letters changed.
   *
   * @param first the first of 26 letters whose case is changed: {@code a} or {@code A}
   * @return false, and nothing is appended, if the text has other characters
   */
  public boolean appendWithCase(MemorySegment source, long view, char first) {
    long offset = StringView.offset(view);
    int length = StringView.length(view);
    reserve(length);
    // Carries into the highest bit of a byte tell which letters are not before the first, and
    // which are behind the last.
    long fromFirst = (0x80 - first) * LOW_BITS;
    long behindLast = (0x7f - (first + 25)) * LOW_BITS;
    long all = 0;
    int i = 0;
    for (; i + Long.BYTES <= length; i += Long.BYTES) {
      long word = source.get(JAVA_LONG_UNALIGNED, offset + i);
      all |= word;
      long letters = ((word + fromFirst) ^ (word + behindLast)) & HIGH_BITS;
      heap.set(JAVA_LONG_UNALIGNED, end + i, word ^ (letters >>> 2));
    }
    for (; i < length; i++) {
      byte value = source.get(JAVA_BYTE, offset + i);
      all |= value;
      boolean isLetter = value >= first && value <= first + 25;
      heap.set(JAVA_BYTE, end + i, isLetter ? (byte) (value ^ 0x20) : value);
    }
    if ((all & HIGH_BITS) != 0) {
      return false;
    }
    end += length;
    return true;
  }

  public void append(MemorySegment source, long view) {
    append(source, StringView.offset(view), StringView.length(view));
  }

  public void append(byte[] bytes) {
    append(bytes, 0, bytes.length);
  }

  public void append(byte[] bytes, int from, int length) {
    reserve(length);
    MemorySegment.copy(bytes, from, heap, JAVA_BYTE, end, length);
    end += length;
  }

  public void append(String text) {
    append(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Ends the current string and gives its view. */
  public long finish() {
    long view = StringView.of(start, (int) (end - start));
    start = end;
    return view;
  }

  private void reserve(long bytes) {
    if (end - start + bytes > StringView.MAX_LENGTH) {
      throw new PacelineException(
          ErrorCode.STRING_TOO_LONG,
          "a text would have "
              + (end - start + bytes)
              + " bytes; the most is "
              + StringView.MAX_LENGTH);
    }
    if (end + bytes + Long.BYTES > heap.byteSize()) {
      heap = owner.heapScratch(end + bytes + Long.BYTES, end);
    }
  }
}
