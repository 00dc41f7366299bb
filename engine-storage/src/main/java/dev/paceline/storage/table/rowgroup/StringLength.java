package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The length rules of a string type: characters for text, bytes for binary. Blanks behind the limit
 * are cut, as SQL says; fixed-length values are padded.
 */
final class StringLength {
  private static final byte BLANK = ' ';

  /** The lowest bit of each byte. */
  private static final long LOW_BITS = 0x0101_0101_0101_0101L;

  private final boolean text;
  private final boolean padded;
  private final int limit;

  StringLength(DataType type) {
    text = type.kind() == TypeKind.CHAR || type.kind() == TypeKind.VARCHAR;
    padded = type.kind() == TypeKind.CHAR || type.kind() == TypeKind.BINARY;
    limit = type.precision();
  }

  /** The most bytes that a string of {@code length} bytes may have after padding. */
  long paddedBytes(int length) {
    return padded ? (long) length + limit : length;
  }

  /** Returns whether every string of {@code length} bytes stays as it is. */
  boolean keeps(int length) {
    return !padded && length <= limit;
  }

  /**
   * Cuts or pads a string in place.
   *
   * @return its length in bytes afterwards; -1 if it is too long
   */
  int fit(MemorySegment heap, long offset, int length) {
    if (keeps(length)) {
      return length;
    }
    int units = text ? characters(heap, offset, length) : length;
    if (units > limit) {
      return cut(heap, offset, length, units - limit);
    }
    if (padded) {
      int missing = limit - units;
      heap.asSlice(offset + length, missing).fill(text ? BLANK : 0);
      return length + missing;
    }
    return length;
  }

  /** Returns the length for messages. */
  String measure(MemorySegment heap, long offset, int length) {
    return text ? characters(heap, offset, length) + " characters" : length + " bytes";
  }

  private int cut(MemorySegment heap, long offset, int length, int excess) {
    if (!text) {
      return -1;
    }
    for (int i = 1; i <= excess; i++) {
      if (heap.get(ValueLayout.JAVA_BYTE, offset + length - i) != BLANK) {
        return -1;
      }
    }
    return length - excess;
  }

  /** Code points of UTF-8: all bytes but continuations. */
  private static int characters(MemorySegment heap, long offset, int length) {
    int continuations = 0;
    int i = 0;
    for (; i + 8 <= length; i += 8) {
      long word = heap.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + i);
      continuations += Long.bitCount(word >>> 7 & ~(word >>> 6) & LOW_BITS);
    }
    for (; i < length; i++) {
      if ((heap.get(ValueLayout.JAVA_BYTE, offset + i) & 0xc0) == 0x80) {
        continuations++;
      }
    }
    return length - continuations;
  }
}
