package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Code points of UTF-8 texts, counted without decoding. */
public final class Utf8 {
  private static final long LOW_BITS = 0x0101_0101_0101_0101L;

  private Utf8() {}

  /** Code points of a text: its bytes less those that continue one (10xxxxxx). */
  public static int length(MemorySegment heap, long view) {
    long offset = StringView.offset(view);
    int length = StringView.length(view);
    int continuing = 0;
    int i = 0;
    for (; i + 8 <= length; i += 8) {
      long word = heap.get(JAVA_LONG_UNALIGNED, offset + i);
      continuing += Long.bitCount(word >>> 7 & ~(word >>> 6) & LOW_BITS);
    }
    for (; i < length; i++) {
      continuing += isContinuation(heap.get(JAVA_BYTE, offset + i)) ? 1 : 0;
    }
    return length - continuing;
  }

  /** The byte, counted from the text's start, where some code point starts; at most the length. */
  public static int byteIndex(MemorySegment heap, long view, long codePoints) {
    long offset = StringView.offset(view);
    int length = StringView.length(view);
    int at = 0;
    for (long passed = 0; passed < codePoints && at < length; passed++) {
      at++;
      while (at < length && isContinuation(heap.get(JAVA_BYTE, offset + at))) {
        at++;
      }
    }
    return at;
  }

  /** The code points of a text from one on up to another, clipped to the text. */
  public static long slice(MemorySegment heap, long view, long from, long to) {
    if (to <= from) {
      return StringView.of(StringView.offset(view), 0);
    }
    int start = byteIndex(heap, view, Math.max(from, 0));
    long rest = StringView.of(StringView.offset(view) + start, StringView.length(view) - start);
    return StringView.of(StringView.offset(rest), byteIndex(heap, rest, to - Math.max(from, 0)));
  }

  public static boolean isContinuation(byte value) {
    return (value & 0xC0) == 0x80;
  }

  /**
   * Returns the code point that begins at a byte of a text.
   *
   * @param end of the text
   */
  public static int codePoint(MemorySegment heap, long at, long end) {
    int lead = heap.get(JAVA_BYTE, at) & 0xff;
    if (lead < 0x80) {
      return lead;
    }
    int codePoint = lead < 0xe0 ? lead & 0x1f : lead < 0xf0 ? lead & 0x0f : lead & 0x07;
    int rest = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    for (int i = 1; i <= rest && at + i < end; i++) {
      codePoint = codePoint << 6 | heap.get(JAVA_BYTE, at + i) & 0x3f;
    }
    return codePoint;
  }

  /** Returns the number of bytes of a code point. */
  public static int bytes(int codePoint) {
    return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  /** A text argument as a String. */
  public static String string(ColumnVector vector, int row) {
    return string(vector.valueHeap(), vector.getView(row));
  }

  public static String string(MemorySegment heap, long view) {
    return new String(StringView.bytes(heap, view), StandardCharsets.UTF_8);
  }
}
