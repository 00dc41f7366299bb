package dev.paceline.storage.load.output;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;

/**
 * Puts values in quotes that would be read as something else without: those with a delimiter, a
 * quote or a control character, and those that are the text of NULL. Immutable.
 */
final class Quoting {
  private static final long LOW_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  private final byte delimiter;
  private final byte quote;
  private final byte escape;
  private final byte[] nullText;
  private final boolean forced;
  private final long delimiters;
  private final long quotes;
  private final long escapes;

  /**
   * @param forced whether all values are put in quotes
   */
  Quoting(CsvStyle style, boolean forced) {
    this.delimiter = style.delimiter();
    this.quote = style.quote();
    this.escape = style.escape();
    this.nullText = style.nullText();
    this.forced = forced;
    this.delimiters = delimiter * LOW_BITS;
    this.quotes = quote * LOW_BITS;
    this.escapes = escape * LOW_BITS;
  }

  boolean isNeeded(MemorySegment heap, long view) {
    int length = StringView.length(view);
    long offset = StringView.offset(view);
    return forced
        || length == nullText.length && isNullText(heap, offset)
        || hasSpecial(heap, offset, length);
  }

  private boolean isNullText(MemorySegment heap, long offset) {
    for (int i = 0; i < nullText.length; i++) {
      if (heap.get(JAVA_BYTE, offset + i) != nullText[i]) {
        return false;
      }
    }
    return true;
  }

  private boolean hasSpecial(MemorySegment heap, long offset, int length) {
    if (length < Long.BYTES) {
      for (int i = 0; i < length; i++) {
        byte c = heap.get(JAVA_BYTE, offset + i);
        if (c == delimiter || c == quote || c == escape || c >= 0 && c < ' ') {
          return true;
        }
      }
      return false;
    }
    int last = length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      if (hasSpecial(heap.get(JAVA_LONG_UNALIGNED, offset + i))) {
        return true;
      }
    }
    return hasSpecial(heap.get(JAVA_LONG_UNALIGNED, offset + last));
  }

  private boolean hasSpecial(long word) {
    long special =
        zeros(word ^ delimiters)
            | zeros(word ^ quotes)
            | zeros(word ^ escapes)
            | (word - ' ' * LOW_BITS) & ~word;
    return (special & HIGH_BITS) != 0;
  }

  /** The high bit of the lowest byte that is 0 is set, and of no byte if none is. */
  private static long zeros(long word) {
    return (word - LOW_BITS) & ~word;
  }

  /** Returns the most bytes of a value in quotes. */
  static long maxBytes(int length) {
    return 2L * length + 2;
  }

  /**
   * Writes a value in quotes.
   *
   * @return the number of bytes
   */
  int write(MemorySegment heap, long view, MemorySegment out, long start) {
    long at = start;
    out.set(JAVA_BYTE, at++, quote);
    long offset = StringView.offset(view);
    int length = StringView.length(view);
    for (int i = 0; i < length; i++) {
      byte c = heap.get(JAVA_BYTE, offset + i);
      if (c == quote || c == escape) {
        out.set(JAVA_BYTE, at++, escape);
      }
      out.set(JAVA_BYTE, at++, c);
    }
    out.set(JAVA_BYTE, at++, quote);
    return (int) (at - start);
  }
}
